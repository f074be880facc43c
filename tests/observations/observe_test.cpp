#include "calibrant/observations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "calibrant/error.hpp"
#include "helpers/curves.hpp"
#include "helpers/rows.hpp"
#include "helpers/shapes.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;

using testing::kInf;
using testing::kNan;
using testing::rows;

template <class Call>
InputError input_error(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error;
  }
  ADD_FAILURE() << "no InputError";
  return {"", {}, ""};
}

TEST(Observe, SortsAndGroupsTies) {
  const auto seen = rows({0.5, 0.1, 0.5, 0.9, 0.5}, {1, 0, 0, 1, 1});
  EXPECT_THAT(seen.scores(), ElementsAre(0.1, 0.5, 0.9));
  EXPECT_THAT(seen.negatives(), ElementsAre(1, 1, 0));
  EXPECT_THAT(seen.positives(), ElementsAre(0, 2, 1));
  EXPECT_EQ(seen.weight(), 5);
  EXPECT_TRUE(seen.whole());
}

TEST(Observe, NegativeZeroIsZero) {
  for (const std::vector<double>& weights : {std::vector<double>{}, std::vector<double>{1, 1}}) {
    const auto seen = rows({-0.0, 0.0}, {1, 0}, weights);
    ASSERT_THAT(seen.scores(), ElementsAre(0.0));
    EXPECT_FALSE(std::signbit(seen.scores()[0]));
  }
}

TEST(Observe, WeightsAddUpAndZeroWeightsDropOut) {
  const auto seen = rows({3, -2, 3, -2}, {1, 1, 1, 0}, {0.25, 2, 0.5, 0});
  EXPECT_THAT(seen.scores(), ElementsAre(-2, 3));
  EXPECT_THAT(seen.negatives(), ElementsAre(0, 0));
  EXPECT_THAT(seen.positives(), ElementsAre(2, 0.75));
  EXPECT_FALSE(seen.whole());
}

TEST(Observe, CountsEqualRows) {
  const auto seen = observe_counts(std::array{2.0, 1.0, 2.0}, std::array{1.0, 0.0, 3.0},
                                   std::array{0.0, 2.0, 1.0});
  EXPECT_THAT(seen.scores(), ElementsAre(1, 2));
  EXPECT_THAT(seen.negatives(), ElementsAre(0, 4));
  EXPECT_THAT(seen.positives(), ElementsAre(2, 1));
}

TEST(Observe, OneClassIsLegal) {
  EXPECT_EQ(rows({1, 2}, {0, 0}).positive_weight(), 0);
  EXPECT_EQ(rows({1, 2}, {1, 1}).negative_weight(), 0);
}

TEST(Observe, BadInputNamesArgumentAndIndex) {
  auto error = input_error([] { rows({1, kNan}, {0, 1}); });
  EXPECT_STREQ(error.what(), "scores[1]: nan is not a finite number");
  EXPECT_EQ(error.argument(), "scores");
  EXPECT_EQ(error.index(), 1U);
  EXPECT_STREQ(input_error([] {
                 rows({-kInf, 1}, {0, 1});
               }).what(),
               "scores[0]: -inf is not a finite number");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2, 3}, {0, 2, 1});
               }).what(),
               "labels[1]: 2 is not a label (0 or 1)");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2, 3}, {0, 1, -1});
               }).what(),
               "labels[2]: -1 is not a label (0 or 1)");
  error = input_error([] { rows({1, 2}, {0}); });
  EXPECT_STREQ(error.what(), "labels: has 1 elements (scores has 2)");
  EXPECT_EQ(error.index(), std::nullopt);
  EXPECT_STREQ(input_error([] { rows({}, {}); }).what(), "scores: is empty (nothing observed)");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2}, {0, 1}, {1});
               }).what(),
               "weights: has 1 elements (scores has 2)");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2}, {0, 1}, {1, -2});
               }).what(),
               "weights[1]: -2 is negative");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2}, {0, 1}, {kNan, 1});
               }).what(),
               "weights[0]: nan is not a finite number");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2}, {0, 1}, {0, 0});
               }).what(),
               "weights: are all zero (nothing observed)");
  EXPECT_STREQ(input_error([] {
                 rows({1, 2}, {0, 1}, {1e308, 1e308});
               }).what(),
               "weights: do not have a finite sum");
  EXPECT_STREQ(input_error([] {
                 observe_counts(std::array{1.0}, std::array{-1.0}, std::array{1.0});
               }).what(),
               "negatives[0]: -1 is negative");
}

TEST(Observe, OrderOfRowsDoesNotChangeABit) {
  testing::Random random(7);
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
  for (int i = 0; i < 3000; ++i) {
    scores.push_back(static_cast<double>(random.below(400)) / 7 - 20);
    labels.push_back(random.uniform() < 0.3 ? 1 : 0);
    weights.push_back(random.uniform());
  }
  const auto first = observe(scores, labels, weights);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<double> shuffled_scores;
  std::vector<std::uint8_t> shuffled_labels;
  std::vector<double> shuffled_weights;
  for (const std::size_t i : order) {
    shuffled_scores.push_back(scores[i]);
    shuffled_labels.push_back(labels[i]);
    shuffled_weights.push_back(weights[i]);
  }
  const auto second = observe(shuffled_scores, shuffled_labels, shuffled_weights);
  EXPECT_TRUE(std::ranges::equal(first.scores(), second.scores()));
  EXPECT_TRUE(std::ranges::equal(first.negatives(), second.negatives()));
  EXPECT_TRUE(std::ranges::equal(first.positives(), second.positives()));
}

TEST(MergeGroups, KeepsTotalsAndOrderInFewerGroups) {
  const auto sample = testing::draw(testing::Shape::kCalibrated, 10'000);
  const auto seen = observe(sample.scores, sample.labels);
  const auto merged = merge_groups(seen, 97);
  EXPECT_EQ(merged.groups(), 97U);
  EXPECT_EQ(merged.negative_weight(), seen.negative_weight());
  EXPECT_EQ(merged.positive_weight(), seen.positive_weight());
  EXPECT_TRUE(std::ranges::is_sorted(merged.scores()));
  EXPECT_TRUE(merged.whole());
  for (std::size_t k = 0; k < merged.groups(); ++k) {
    EXPECT_NEAR(merged.negatives()[k] + merged.positives()[k], 10'000 / 97.0, 2);
  }
}

}  // namespace
}  // namespace calibrant
