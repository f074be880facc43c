#include "math/beta_posterior.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

#include "helpers/golden.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

double deviation(double negatives, double positives) {
  const double a = positives + 1;
  const double b = negatives + 1;
  return std::sqrt(a / (a + b) * (b / (a + b)) / (a + b + 1));
}

TEST(BetaInterval, EqualsGolden) {
  const auto lines = testing::read_golden("beta_interval.csv");
  ASSERT_EQ(lines.size(), 76U);
  for (const auto& line : lines) {
    const double negatives = testing::number(line[0]);
    const double positives = testing::number(line[1]);
    const Interval interval = beta_interval(negatives, positives, testing::number(line[2]));
    const double lower = testing::number(line[3]);
    const double upper = testing::number(line[4]);
    const auto tolerance = [&](double bound) {
      return 1e-9 * deviation(negatives, positives) + 1e-15 * bound;
    };
    EXPECT_NEAR(interval.lower, lower, tolerance(lower))
        << line[0] << ' ' << line[1] << ' ' << line[2];
    EXPECT_NEAR(interval.upper, upper, tolerance(upper))
        << line[0] << ' ' << line[1] << ' ' << line[2];
  }
}

// The mass below is what the level says, from Boost's forward function, over random counts; the
// upper bound is the mirror image (next test).
TEST(BetaInterval, HoldsItsLevel) {
  testing::Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const double negatives = std::floor(std::exp(12 * random.uniform())) - 1 + (i % 2) * 0.375;
    const double positives = std::floor(std::exp(12 * random.uniform())) - 1 + (i % 3) * 0.25;
    const double level = 1 - std::exp(-12 * random.uniform() - 0.01);
    const double lower = beta_interval(negatives, positives, level).lower;
    const double tail = (1 - level) / 2;
    // A lower bound near 1 is rounded; the mass between two doubles there is not ours to answer
    // for.
    const double density = boost::math::ibeta_derivative(positives + 1, negatives + 1, lower);
    ASSERT_NEAR(boost::math::ibeta(positives + 1, negatives + 1, lower), tail,
                1e-9 * tail + 1e-15 * density)
        << negatives << ' ' << positives << ' ' << level;
  }
}

// Counts just large enough for the expansion, levels far into the tail: every term of it is needed.
TEST(BetaInterval, HoldsItsLevelWhereTheExpansionTakesOver) {
  for (const double negatives : {1.1e6, 3e6, 1e8}) {
    for (const double positives : {1.1e6, 5e6}) {
      for (const double level : {0.5, 0.95, 1 - 1e-6, 1 - 1e-12, 1 - 0x1p-53}) {
        const double lower = beta_interval(negatives, positives, level).lower;
        const double tail = (1 - level) / 2;
        const double density = boost::math::ibeta_derivative(positives + 1, negatives + 1, lower);
        EXPECT_NEAR(boost::math::ibeta(positives + 1, negatives + 1, lower), tail,
                    2e-10 * deviation(negatives, positives) * density)
            << negatives << ' ' << positives << ' ' << level;
      }
    }
  }
}

TEST(BetaInterval, Mirrors) {
  testing::Random random(8);
  for (int i = 0; i < 500; ++i) {
    const double a = std::exp(30 * random.uniform()) - 1;
    const double b = std::exp(30 * random.uniform()) - 1;
    const Interval one = beta_interval(a, b, 0.95);
    const Interval other = beta_interval(b, a, 0.95);
    EXPECT_NEAR(one.upper, 1 - other.lower, 1e-15) << a << ' ' << b;
    EXPECT_NEAR(one.lower, 1 - other.upper, 1e-15) << a << ' ' << b;
  }
}

TEST(BetaInterval, GrowsWithTheLevelAndHoldsTheMean) {
  testing::Random random(6);
  for (int i = 0; i < 300; ++i) {
    const double negatives = std::exp(60 * random.uniform()) - 1;
    const double positives = std::exp(60 * random.uniform()) - 1;
    const double middle = (positives + 1) / (negatives + positives + 2);
    Interval inner = {middle, middle};
    for (const double level : {0.8, 0.9, 0.99, 0.9999, 1 - 1e-12, 1 - 0x1p-53}) {
      const Interval interval = beta_interval(negatives, positives, level);
      ASSERT_TRUE(interval.lower <= inner.lower + 1e-15 && interval.upper >= inner.upper - 1e-15)
          << negatives << ' ' << positives << ' ' << level;
      ASSERT_TRUE(interval.lower >= 0 && interval.upper <= 1);
      inner = interval;
    }
  }
}

TEST(BetaInterval, ExtremeCountsAndLevelsStayFinite) {
  for (const double negatives : {0.0, 1e-300, 0.5, 1e12, 1e300}) {
    for (const double positives : {0.0, 1e-300, 3.0, 1e12, 1e300}) {
      for (const double level : {1e-300, 0.5, 1 - 0x1p-53}) {
        const Interval interval = beta_interval(negatives, positives, level);
        EXPECT_TRUE(interval.lower >= 0 && interval.lower <= interval.upper && interval.upper <= 1)
            << negatives << ' ' << positives << ' ' << level << ": " << interval.lower << ' '
            << interval.upper;
      }
    }
  }
}

}  // namespace
}  // namespace calibrant
