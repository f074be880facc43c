// Auto keeps the order of the scores unless the labels clearly speak against it.
#include "auto/order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "calibrant/auto.hpp"
#include "helpers/truths.hpp"

namespace calibrant {
namespace {

using testing::Truth;

const std::vector<double>& knot_values(const Curve& curve) {
  return std::get<Segments>(curve.shape()).values;
}

bool never_falls(const std::vector<double>& values) { return std::ranges::is_sorted(values); }

Observations rows_of(Truth truth, std::size_t rows, std::uint64_t seed) {
  const testing::Sample sample = testing::draw(truth, rows, seed);
  return observe(sample.scores, sample.labels);
}

TEST(Order, IsKeptWhereTheTruthHasIt) {
  std::size_t free_falls = 0;
  std::size_t falls = 0;
  for (const Truth truth : {Truth::kNaiveBayes, Truth::kRareTimid, Truth::kJump}) {
    for (std::uint64_t seed = 100; seed < 104; ++seed) {
      const Observations seen = rows_of(truth, 400, seed);
      const Curve curve = fit_auto(seen, {.level = 0.9});
      const Curve free = fit_auto(seen, {.monotone = false});
      free_falls += never_falls(knot_values(free)) ? 0U : 1U;
      falls += never_falls(knot_values(curve)) ? 0U : 1U;
      EXPECT_EQ(never_falls(knot_values(curve)), never_falls(curve.band()->lower));
      EXPECT_EQ(never_falls(knot_values(curve)), never_falls(curve.band()->upper));
    }
  }
  EXPECT_GT(free_falls, 6U) << "the test needs curves that could fall";
  EXPECT_LE(falls, 1U);
}

TEST(Order, GivesWayToTheLabels) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    testing::Random random(seed);
    testing::Sample fold;
    testing::Sample reversed;
    for (int i = 0; i < 400; ++i) {
      const double s = random.uniform();
      fold.scores.push_back(s);
      fold.labels.push_back(random.uniform() < (s < 0.3 || s > 0.7 ? 0.9 : 0.1) ? 1 : 0);
      reversed.scores.push_back(s);
      reversed.labels.push_back(random.uniform() < 1 - s ? 1 : 0);
    }
    for (const testing::Sample& sample : {fold, reversed}) {
      const Observations seen = observe(sample.scores, sample.labels);
      const Curve curve = fit_auto(seen);
      EXPECT_EQ(knot_values(curve), knot_values(fit_auto(seen, {.monotone = false})));
      EXPECT_THAT(describe(curve), ::testing::HasSubstr("speak against the order of the scores"));
    }
  }
}

// The folds are dealt by place, so neither the order of the rows, nor their being counted, nor the
// number of threads, nor the scale of the scores decides.
TEST(Order, DependsOnTheRowsAlone) {
  testing::Sample sample = testing::draw(Truth::kBump, 600, 1);
  const Observations seen = observe(sample.scores, sample.labels);
  const std::vector<double> values = knot_values(fit_auto(seen));
  std::ranges::reverse(sample.scores);
  std::ranges::reverse(sample.labels);
  EXPECT_EQ(knot_values(fit_auto(observe(sample.scores, sample.labels))), values);
  EXPECT_EQ(knot_values(fit_auto(seen, {.execution = {.threads = 3}})), values);
}

TEST(Order, FewHeavyRowsAreNoTrouble) {
  for (const double weight : {0.3, 1.0, 40.0, 1e6, 1e12}) {
    const std::vector<double> scores = {0.2, 0.7};
    const std::vector<int> labels = {1, 0};
    const Curve curve =
        fit_auto(observe(scores, labels, std::vector{weight, weight}), {.level = 0.9});
    EXPECT_TRUE(never_falls(knot_values(curve)) || weight >= 40) << weight;
    EXPECT_FALSE(never_falls(knot_values(curve)) && weight >= 40) << weight;
  }
}

// The band may have other weights than the curve; it holds the curve all the same.
TEST(Order, BandsHoldTheCurve) {
  for (const Truth truth : testing::kTruths) {
    if (testing::set_aside(truth)) continue;
    const Curve curve = fit_auto(rows_of(truth, 150, 7), {.level = 0.5});
    const std::vector<double>& values = knot_values(curve);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_LE(curve.band()->lower[i], values[i]) << testing::name(truth);
      ASSERT_GE(curve.band()->upper[i], values[i]) << testing::name(truth);
    }
  }
}

}  // namespace
}  // namespace calibrant
