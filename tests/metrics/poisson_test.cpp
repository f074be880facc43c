// Draws of the bootstrap against the chances they should have, number by number.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "metrics/resample.hpp"

namespace calibrant {
namespace {

double chance(double k, double mean) {
  return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

// Pearson's statistic over numbers that should come 50 times or more; the others are counted
// together. With f degrees of freedom it exceeds f + 2 sqrt(f x) + 2 x with a chance of at most
// e^-x (Laurent & Massart 2000): 6e-6 here.
void expect_poisson(double mean, int draws) {
  SCOPED_TRACE(mean);
  RandomStream random(17);
  const auto most = static_cast<std::size_t>(mean + 12 * std::sqrt(mean) + 20);
  std::vector<double> counts(most + 1);
  for (int i = 0; i < draws; ++i) {
    const double k = metrics::draw_poisson(random, mean);
    ASSERT_GE(k, 0);
    ASSERT_LE(k, static_cast<double>(most));
    counts[static_cast<std::size_t>(k)] += 1;
  }
  double statistic = 0;
  double freedom = 0;
  double rare = 0;
  double rare_expected = 0;
  for (std::size_t k = 0; k <= most; ++k) {
    const double expected = draws * chance(static_cast<double>(k), mean);
    if (expected < 50) {
      rare += counts[k];
      rare_expected += expected;
      continue;
    }
    statistic += (counts[k] - expected) * (counts[k] - expected) / expected;
    freedom += 1;
  }
  constexpr double kX = 12;
  EXPECT_LT(statistic, freedom + 2 * std::sqrt(freedom * kX) + 2 * kX);
  EXPECT_NEAR(rare, rare_expected, 6 * std::sqrt(rare_expected + 1));
}

TEST(Poisson, SmallMeansByInversion) {
  for (const double mean : {0.05, 1.0, 4.0, 9.99}) expect_poisson(mean, 300'000);
}

TEST(Poisson, LargerMeansByRejection) {
  for (const double mean : {10.0, 13.7, 60.0, 900.0}) expect_poisson(mean, 1'000'000);
}

// A replicate has the groups that were drawn and no others, and never none at all.
TEST(Poisson, AReplicateHoldsOnlyWhatWasDrawn) {
  GroupArrays groups;
  groups.add(0.25, 0.3, 0.2);
  groups.add(0.75, 0, 0.2);
  const metrics::Resampler resampler(groups);
  GroupArrays buffer;
  RandomStream random(3);
  constexpr int kDraws = 20'000;
  double both = 0;
  for (int r = 0; r < kDraws; ++r) {
    const metrics::Predictions drawn = resampler.draw(random, buffer);
    ASSERT_GE(drawn.groups(), 1U);
    for (std::size_t k = 0; k < drawn.groups(); ++k) {
      ASSERT_GT(drawn.group_weight(k), 0);
      ASSERT_TRUE(drawn.probabilities[k] == 0.25 || drawn.negatives[k] == 0);
    }
    both += drawn.groups() == 2 ? 1.0 / kDraws : 0;
  }
  const double first = 1 - std::exp(-0.5);
  const double second = 1 - std::exp(-0.2);
  const double none = (1 - first) * (1 - second);
  EXPECT_NEAR(both, first * second / (1 - none), 0.012);
}

}  // namespace
}  // namespace calibrant
