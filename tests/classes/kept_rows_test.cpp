// Rows that are kept for updates: joined, merged, sampled.
#include "calibrant/kept_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "calibrant/error.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::draw_matrix;
using testing::Matrix;
using testing::message_of;

using Row = std::pair<std::vector<double>, std::uint32_t>;

Row row_of(const KeptRows& rows, std::size_t i) {
  const auto first = rows.scores.begin() + static_cast<std::ptrdiff_t>(i * rows.classes);
  return {{first, first + static_cast<std::ptrdiff_t>(rows.classes)}, rows.labels[i]};
}

std::map<Row, double> as_map(const KeptRows& rows) {
  std::map<Row, double> result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(result.emplace(row_of(rows, i), rows.weights[i]).second) << "a row is there twice";
  }
  return result;
}

// Rows that repeat: probabilities of two digits, and some weights.
struct Rows {
  Matrix matrix;
  std::vector<double> weights;
};
Rows coarse(std::size_t count, std::uint64_t seed) {
  Rows rows{draw_matrix(count, 3, 2, seed), {}};
  testing::Random random(seed);
  for (double& p : rows.matrix.scores) p = std::round(10 * p) / 10;
  for (std::size_t i = 0; i < count; ++i) {
    rows.weights.push_back(static_cast<double>(random.below(4)));
  }
  return rows;
}

KeptRows kept(const Rows& rows, std::size_t begin, std::size_t end) {
  return keep_rows(std::span(rows.matrix.scores).subspan(3 * begin, 3 * (end - begin)),
                   std::span(rows.matrix.labels).subspan(begin, end - begin), 3,
                   std::span(rows.weights).subspan(begin, end - begin),
                   {.input = ClassInput::kLogits, .every_class = false});
}

TEST(KeptRows, AreDistinctWithTheirWeights) {
  const Rows rows = coarse(500, 2);
  std::map<Row, double> expected;
  for (std::size_t i = 0; i < 500; ++i) {
    if (rows.weights[i] == 0) continue;
    const auto first = rows.matrix.scores.begin() + static_cast<std::ptrdiff_t>(3 * i);
    expected[{{first, first + 3}, rows.matrix.labels[i]}] += rows.weights[i];
  }
  ASSERT_LT(expected.size(), 250);
  EXPECT_EQ(as_map(kept(rows, 0, 500)), expected);
  EXPECT_EQ(as_map(merge(kept(rows, 0, 200), kept(rows, 200, 500))), expected);
  const KeptRows half = reweigh(kept(rows, 0, 500), 0.5);
  for (const auto& [row, weight] : as_map(half)) EXPECT_EQ(weight, expected[row] / 2);
  // A weight may become too small for a number.
  EXPECT_EQ(reweigh(reweigh(half, 1e-200), 1e-200).size(), 0);
}

TEST(KeptRows, OneZero) {
  const std::vector<double> scores = {0.0, 1.0, -0.0, 1.0};
  const std::vector<std::uint32_t> labels = {1, 1};
  const KeptRows rows = keep_rows(scores, labels, 2, {}, {.every_class = false});
  EXPECT_EQ(rows.weights, std::vector{2.0});
  EXPECT_FALSE(std::signbit(rows.scores[0]));
}

TEST(KeptRows, SamplesDependOnNoOrderOfRowsOrClasses) {
  const Matrix matrix = draw_matrix(400, 3, 2);
  Matrix turned{.classes = 3, .scores = {}, .labels = {}};
  Matrix renamed = turned;
  for (std::size_t i = 400; i-- > 0;) {
    for (std::size_t k = 0; k < 3; ++k) {
      turned.scores.push_back(matrix.scores[3 * i + k]);
      renamed.scores.push_back(matrix.scores[3 * i + (k + 1) % 3]);
    }
    turned.labels.push_back(matrix.labels[i]);
    renamed.labels.push_back((matrix.labels[i] + 2) % 3);
  }
  const auto sample = [](const Matrix& m) {
    return sample_rows(keep_rows(m.scores, m.labels, 3), 100);
  };
  const KeptRows rows = sample(matrix);
  EXPECT_EQ(rows.size(), 100);
  EXPECT_EQ(as_map(sample(turned)), as_map(rows));
  EXPECT_EQ(sample(turned).totals, rows.totals);
  std::map<Row, double> expected;
  for (const auto& [row, weight] : as_map(rows)) {
    expected[{{row.first[1], row.first[2], row.first[0]}, (row.second + 2) % 3}] = weight;
  }
  EXPECT_EQ(as_map(sample(renamed)), expected);
}

TEST(KeptRows, SamplingAgainIsSamplingOnce) {
  const Rows rows = coarse(600, 3);
  const KeptRows once = sample_rows(kept(rows, 0, 600), 60);
  KeptRows chain = sample_rows(kept(rows, 0, 200), 60);
  for (const std::size_t begin : {200U, 400U}) {
    chain = sample_rows(merge(chain, kept(rows, begin, begin + 200)), 60);
  }
  EXPECT_EQ(as_map(chain), as_map(once));
  EXPECT_EQ(chain.totals, once.totals);
  EXPECT_EQ(chain.size(), 60);
}

// Each row has the same chance: over many samples a row's class and score do not matter.
TEST(KeptRows, SamplesAreUniform) {
  double expected = 0;
  double difference = 0;
  double variance = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Matrix matrix = draw_matrix(200, 3, 2, seed);
    const KeptRows all = keep_rows(matrix.scores, matrix.labels, 3, {}, {.every_class = false});
    const KeptRows some = sample_rows(all, 50);
    const auto sum = [](const KeptRows& rows) {
      double result = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) result += rows.scores[3 * i + rows.labels[i]];
      return result / static_cast<double>(rows.size());
    };
    const double mean = sum(all);
    double spread = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      spread += std::pow(all.scores[3 * i + all.labels[i]] - mean, 2) / 199;
    }
    expected += mean;
    difference += sum(some) - mean;
    variance += spread / 50 * (1 - 50.0 / 200);  // of the mean of a sample without replacement
  }
  EXPECT_LT(std::abs(difference), 3 * std::sqrt(variance));
  EXPECT_GT(expected, 0);
}

TEST(KeptRows, ScaledWeightsAddUpToAllRows) {
  const Rows rows = coarse(600, 5);
  const KeptRows all = kept(rows, 0, 600);
  const KeptRows fitted = scaled(sample_rows(all, 60));
  EXPECT_FALSE(fitted.is_sample());
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(fitted.class_weights()[k], all.class_weights()[k], 1e-9);
  }
  // All rows are as they were.
  EXPECT_EQ(as_map(scaled(all)), as_map(all));
  EXPECT_EQ(describe(all), "");
  EXPECT_EQ(describe(sample_rows(all, 60)).find("It keeps a sample of 60 rows"), 0);
  // The weight of a class without a row goes to the others.
  const KeptRows lost = scaled({2, {0.5, 0.5, 0.25, 0.75}, {0, 0}, {1, 3}, {8, 8}});
  EXPECT_EQ(lost.weights, (std::vector{4.0, 12.0}));
}

TEST(KeptRows, WhatIsWrongIsNamed) {
  const KeptRows good{2, {0.5, 0.5, 0.25, 0.75}, {0, 1}, {1, 3}, {8, 8}};
  check_kept_rows(good);
  const auto problem = [&](auto change) {
    KeptRows bad = good;
    change(bad);
    return message_of<InputError>([&] { check_kept_rows(bad); });
  };
  EXPECT_EQ(problem([](KeptRows& r) { r.weights[1] = 0; }), "weights: are not all positive");
  EXPECT_EQ(problem([](KeptRows& r) { r.weights.clear(); }), "weights: are not one for each row");
  EXPECT_EQ(problem([](KeptRows& r) { r.labels[1] = 2; }), "labels[1]: 2 is not a class (0 to 1)");
  EXPECT_EQ(problem([](KeptRows& r) { r.totals[1] = 0; }), "totals: lack a class that has rows");
  EXPECT_EQ(problem([](KeptRows& r) { r.totals = {1}; }), "totals: has 1 elements (classes has 2)");
  EXPECT_EQ(problem([](KeptRows& r) { r.scores[2] = std::nan(""); }),
            "scores[2]: nan is not a finite number");
}

}  // namespace
}  // namespace calibrant
