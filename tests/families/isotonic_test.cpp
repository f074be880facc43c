#include "calibrant/isotonic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "helpers/golden.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;

Observations counted(const std::vector<double>& scores, const std::vector<double>& negatives,
                     const std::vector<double>& positives) {
  return observe_counts(scores, negatives, positives);
}

TEST(Isotonic, EqualsGoldenAtEveryScore) {
  const auto cases = testing::read_golden_cases("isotonic.csv", 1);
  ASSERT_EQ(cases.size(), 11U);
  for (const auto& [key, golden] : cases) {
    const Observations seen = golden.observed();
    const Curve steps = fit_isotonic(seen);
    const Curve lines = fit_isotonic(seen, {.interpolate = true});
    for (std::size_t k = 0; k < golden.scores.size(); ++k) {
      EXPECT_NEAR(steps(golden.scores[k]), golden.expected[k], 1e-12) << key[0] << ' ' << k;
      EXPECT_NEAR(lines(golden.scores[k]), golden.expected[k], 1e-12) << key[0] << ' ' << k;
    }
  }
}

TEST(Isotonic, BordersAreHalfWayAndGoUp) {
  const Curve curve = fit_isotonic(counted({1, 2, 3, 5, 9}, {1, 0, 1, 0, 0}, {0, 1, 1, 1, 2}));
  const auto& steps = std::get<Steps>(curve.shape());
  EXPECT_THAT(steps.borders, ElementsAre(1.5, 4));
  EXPECT_THAT(steps.values, ElementsAre(0, 2.0 / 3, 1));
  EXPECT_EQ(curve(std::nextafter(4.0, 0.0)), 2.0 / 3);
  EXPECT_EQ(curve(4), 1);
}

TEST(Isotonic, InterpolatesBetweenTheEndsOfBlocks) {
  const Curve curve = fit_isotonic(counted({1, 2, 3, 5, 9}, {1, 0, 1, 0, 0}, {0, 1, 1, 1, 2}),
                                   {.interpolate = true});
  const auto& segments = std::get<Segments>(curve.shape());
  EXPECT_THAT(segments.knots, ElementsAre(1, 2, 3, 5, 9));
  EXPECT_THAT(segments.values, ElementsAre(0, 2.0 / 3, 2.0 / 3, 1, 1));
  EXPECT_DOUBLE_EQ(curve(4), 5.0 / 6);
}

TEST(Isotonic, EqualBlocksJoinAndKeepNoBorder) {
  const auto seen = counted({1, 2, 3, 4}, {2, 1, 4, 0}, {1, 0.5, 2, 1});
  const auto steps = std::get<Steps>(fit_isotonic(seen).shape());
  EXPECT_THAT(steps.borders, ElementsAre(3.5));
  EXPECT_THAT(steps.values, ElementsAre(1.0 / 3, 1));
  const auto segments = std::get<Segments>(fit_isotonic(seen, {.interpolate = true}).shape());
  EXPECT_THAT(segments.knots, ElementsAre(1, 3, 4));
}

TEST(Isotonic, OneGroupAndOneClass) {
  EXPECT_EQ(fit_isotonic(counted({7}, {1}, {3}))(-1e308), 0.75);
  EXPECT_EQ(fit_isotonic(counted({7}, {1}, {3}), {.interpolate = true})(8), 0.75);
  EXPECT_EQ(fit_isotonic(counted({1, 2}, {1, 1}, {0, 0}))(1.5), 0);
  EXPECT_EQ(fit_isotonic(counted({1, 2}, {0, 0}, {1, 1}))(1.5), 1);
}

TEST(Isotonic, FallingDataIsOneBlock) {
  const auto steps =
      std::get<Steps>(fit_isotonic(counted({1, 2, 3}, {0, 1, 2}, {2, 1, 0})).shape());
  EXPECT_TRUE(steps.borders.empty());
  EXPECT_THAT(steps.values, ElementsAre(0.5));
}

// Optimality from the definition: the value of group k is max over l <= k of min over u >= k of
// the positive fraction of groups l..u.
TEST(Isotonic, EqualsTheMaxMinFormula) {
  testing::Random random(11);
  for (int round = 0; round < 200; ++round) {
    const std::size_t m = 1 + random.below(12);
    std::vector<double> s, a, b;
    for (std::size_t k = 0; k < m; ++k) {
      s.push_back(static_cast<double>(k));
      a.push_back(static_cast<double>(random.below(4)));
      b.push_back(static_cast<double>(random.below(4)) + (a.back() == 0 ? 1 : 0));
    }
    const Curve curve = fit_isotonic(counted(s, a, b));
    for (std::size_t k = 0; k < m; ++k) {
      double best = 0;
      for (std::size_t l = 0; l <= k; ++l) {
        double least = 1;
        double negatives = 0;
        double positives = 0;
        for (std::size_t u = l; u < m; ++u) {
          negatives += a[u];
          positives += b[u];
          if (u >= k) least = std::min(least, positives / (negatives + positives));
        }
        best = std::max(best, least);
      }
      ASSERT_EQ(curve(s[k]), best) << "round " << round << " group " << k;
    }
  }
}

TEST(Isotonic, RisesStrictlyToTheBitForAwkwardWeights) {
  testing::Random random(12);
  std::vector<double> s, a, b;
  for (int k = 0; k < 20'000; ++k) {
    s.push_back(k);
    a.push_back(std::exp(20 * random.normal()));
    b.push_back(std::exp(20 * random.normal()));
  }
  const auto steps = std::get<Steps>(fit_isotonic(counted(s, a, b)).shape());
  EXPECT_GT(steps.values.size(), 1U);
  // Strictly: an equal neighbour would have joined.
  EXPECT_TRUE(std::ranges::is_sorted(steps.values, std::less_equal<>()));
  EXPECT_TRUE(std::ranges::is_sorted(steps.borders, std::less_equal<>()));
  EXPECT_GE(steps.values.front(), 0);
  EXPECT_LE(steps.values.back(), 1);
}

TEST(Isotonic, OriginTellsOfTheData) {
  const auto origin = fit_isotonic(counted({1, 2}, {1, 2}, {3, 2})).origin();
  EXPECT_EQ(origin.method, "isotonic");
  EXPECT_EQ(origin.weight, 8);
  EXPECT_EQ(origin.groups, 2U);
  EXPECT_EQ(origin.prevalence, 0.625);
}

}  // namespace
}  // namespace calibrant
