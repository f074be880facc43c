#include "kernels/row_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"
#include "support/aligned.hpp"

namespace calibrant::kernels {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<double> random_rows(std::size_t count, std::size_t classes) {
  testing::Random random(count * 1000 + classes);
  std::vector<double> rows;
  for (std::size_t i = 0; i < count * classes; ++i) rows.push_back(random.normal());
  return rows;
}

TEST(RowBlocks, RowsComeBackAndTheLastFillsTheBlock) {
  testing::for_each_target([] {
    for (const std::size_t count : {1U, 2U, 7U, 63U, 64U}) {
      for (const std::size_t classes : {2U, 3U, 31U, 33U, 70U}) {
        const std::vector<double> rows = random_rows(count, classes);
        AlignedVector block(classes * kRowBlock);
        EXPECT_TRUE(rows_to_block(rows.data(), count, classes, 10, block.data()));
        for (std::size_t i = 0; i < kRowBlock; ++i) {
          for (std::size_t k = 0; k < classes; ++k) {
            ASSERT_EQ(block[k * kRowBlock + i], rows[std::min(i, count - 1) * classes + k]);
          }
        }
        std::vector<double> again(rows.size());
        block_to_rows(block.data(), count, classes, again.data());
        EXPECT_EQ(again, rows);
      }
    }
  });
}

TEST(RowBlocks, NumbersAreCutAndRowsThatAreNotFiniteBecomeZero) {
  testing::for_each_target([] {
    for (const double bad : {std::nan(""), kInfinite, -kInfinite}) {
      std::vector<double> rows(3 * 5, 2);
      rows[3] = 1e300;
      rows[3 * 2 + 1] = bad;
      AlignedVector block(3 * kRowBlock);
      EXPECT_FALSE(rows_to_block(rows.data(), 5, 3, 100, block.data()));
      EXPECT_EQ(block[1], 100);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(block[k * kRowBlock + 2], 0);
        EXPECT_EQ(block[k * kRowBlock + 3], 2);
      }
    }
  });
}

TEST(RowBlocks, SharesAddUpToOne) {
  testing::for_each_target([] {
    AlignedVector block(4 * kRowBlock);
    const std::vector<double> rows = random_rows(kRowBlock, 4);
    rows_to_block(rows.data(), kRowBlock, 4, 10, block.data());
    for (std::size_t k = 0; k < 4; ++k) block[k * kRowBlock] = 0;  // the first row
    AlignedVector sum(block.size(), 1);
    add_shares_block(block.data(), 4, 0.25, sum.data());
    shares_block(block.data(), 4, block.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      double total = 0;
      for (std::size_t k = 0; k < 4; ++k) total += i == 0 ? 0 : std::max(rows[4 * i + k], 0.0);
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(block[k * kRowBlock + i],
                  total > 0 ? std::max(rows[4 * i + k], 0.0) / total : 0.25);
        EXPECT_NEAR(sum[k * kRowBlock + i], 1 + 0.25 * block[k * kRowBlock + i], 1e-15);
      }
    }
  });
}

TEST(RowBlocks, AllWithinSeesEveryPlaceAndNaN) {
  testing::for_each_target([] {
    for (const double bad : {-1e-9, 1.0000001, kInfinite, std::nan("")}) {
      for (std::size_t place = 0; place < 19; ++place) {
        std::vector<double> numbers(19, place % 2 == 0 ? 0.0 : 1.0);
        EXPECT_TRUE(all_within(numbers, 0, 1));
        numbers[place] = bad;
        EXPECT_FALSE(all_within(numbers, 0, 1)) << bad << " at " << place;
      }
    }
  });
}

// The definition: one of the largest is drawn with equal chances and gets the confidence; the
// others share the rest as they did.
TEST(RowBlocks, TopLabelsAreTheDefinition) {
  std::optional<AlignedVector> first;
  testing::for_each_target([&] {
    AlignedVector p(5 * kRowBlock);
    testing::Random random(3);
    for (double& value : p) value = static_cast<double>(random.below(4)) / 8;  // many ties
    for (std::size_t k = 0; k < 5; ++k) p[k * kRowBlock] = k == 2 ? 1 : 0;
    for (std::size_t k = 0; k < 5; ++k)
      p[k * kRowBlock + 1] = k == 2 ? 1 : 1e-310 * (k == 0 ? 1 : 3);
    TopLabels top;
    find_top_labels(p.data(), 5, top);
    alignas(64) RowValues confidence;
    for (double& value : confidence) value = random.uniform();
    AlignedVector sum(p.size(), 0.5);
    add_top_labels(p.data(), 5, top, confidence, 0.25, sum.data());
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      std::vector<double> row;
      for (std::size_t k = 0; k < 5; ++k) row.push_back(p[k * kRowBlock + i]);
      const double largest = *std::max_element(row.begin(), row.end());
      const auto ties = std::count(row.begin(), row.end(), largest);
      std::vector<double> expected(5);
      for (std::size_t drawn = 0; drawn < 5; ++drawn) {
        if (row[drawn] != largest) continue;
        double rest = 0;
        for (std::size_t k = 0; k < 5; ++k) rest += k == drawn ? 0 : row[k];
        for (std::size_t k = 0; k < 5; ++k) {
          const double share = rest > 0 ? row[k] / rest : 0.25;
          expected[k] += (k == drawn ? confidence[i] : (1 - confidence[i]) * share) /
                         static_cast<double>(ties);
        }
      }
      for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(sum[k * kRowBlock + i], 0.5 + 0.25 * expected[k], 1e-15) << i << " " << k;
      }
    }
    if (!first) first = sum;
    EXPECT_EQ(std::memcmp(first->data(), sum.data(), sum.size() * sizeof(double)), 0);
  });
}

}  // namespace
}  // namespace calibrant::kernels
