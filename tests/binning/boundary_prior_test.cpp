#include "binning/boundary_prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/enumerate.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

Observations seen_at(const std::vector<double>& scores) {
  const std::vector<double> ones(scores.size(), 1.0);
  return observe_counts(scores, ones, ones);
}

// Where the series ends its last term is 3e-13, and log(1 - exp(-x)) still has its digits.
TEST(BoundaryPrior, TheSeriesHasAllItsTerms) {
  for (const double x : {0.0624, 0.05, 0.03}) {
    EXPECT_NEAR(log_boundary(x, 1), std::log(-std::expm1(-x)), 1e-15);
  }
}

TEST(BoundaryPrior, FollowsTheDefinitionOnEveryScale) {
  const std::vector<double> scores = {0.0, 0.1, 0.25, 0.9, 0.999};
  const std::vector<double> negatives = {1, 0, 2.5, 3, 0};
  const std::vector<double> positives = {0, 4, 1, 0, 0.5};
  const Observations seen = observe_counts(scores, negatives, positives);
  for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
    const std::vector<double> gap = make_boundary_prior(seen, scale).gap;
    ASSERT_EQ(gap.size(), 4U);
    for (const double lambda : {1e-12, 1e-3, 1.0, 1e3, 1e12}) {
      const auto want = testing::boundary_logs(seen, scale, lambda);
      for (std::size_t k = 0; k < gap.size(); ++k) {
        const double log_with = static_cast<double>(want.with[k]);
        const double log_without = static_cast<double>(want.without[k]);
        EXPECT_NEAR(log_boundary(lambda, gap[k]), log_with, 1e-14 * (1 + std::abs(log_with)));
        EXPECT_NEAR(-lambda * gap[k], log_without, 1e-14 * std::abs(log_without));
      }
    }
  }
}

TEST(BoundaryPrior, OneGroupHasNoBoundary) {
  for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
    EXPECT_TRUE(make_boundary_prior(seen_at({0.5}), scale).gap.empty());
  }
}

TEST(BoundaryPrior, WideSpansDoNotOverflow) {
  const auto gap = make_boundary_prior(seen_at({-1.7e308, 0, 1.7e308}), Scale::kScore).gap;
  EXPECT_EQ(gap, (std::vector<double>{0.5, 0.5}));
}

TEST(BoundaryPrior, TinyGapsNeverForbidABoundary) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const auto gap = make_boundary_prior(seen_at({0, tiny, 1.7e308}), Scale::kScore).gap;
  EXPECT_GT(gap[0], 0);
  EXPECT_EQ(gap[1], 1);
  EXPECT_TRUE(std::isfinite(log_boundary(1e-12, gap[0])));
}

TEST(BoundaryPrior, ClippingIsTheSameAtBothEnds) {
  const auto gap = make_boundary_prior(seen_at({0, 0.25, 0.75, 1}), Scale::kLogit).gap;
  EXPECT_NEAR(gap[0], gap[2], 1e-16);
  EXPECT_NEAR(gap[0] + gap[1] + gap[2], 1, 1e-15);
  EXPECT_NEAR(gap[1], std::log(3) / std::log(1e12 - 1), 1e-15);
}

TEST(BoundaryPrior, NeighbouringDoublesKeepTheirDistanceInLogOdds) {
  const double next = std::nextafter(0.3, 1.0);
  EXPECT_EQ(make_boundary_prior(seen_at({0.3, next}), Scale::kLogit).gap, std::vector<double>{1.0});
}

TEST(BoundaryPrior, ScoresWithTheSameClippedLogOddsCannotBeSeparated) {
  EXPECT_EQ(make_boundary_prior(seen_at({0, 1e-13, 0.5}), Scale::kLogit).gap,
            (std::vector<double>{0.0, 1.0}));
  // All of them: the span is zero, and nothing becomes NaN.
  EXPECT_EQ(make_boundary_prior(seen_at({0, 1e-14, 1e-13}), Scale::kLogit).gap,
            (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(make_boundary_prior(seen_at({1 - 1e-13, 1}), Scale::kLogit).gap,
            std::vector<double>{0.0});
  EXPECT_EQ(log_boundary(1, 0), -std::numeric_limits<double>::infinity());
}

TEST(BoundaryPrior, RefusesWhatIsNotAProbabilityOnTheLogitScale) {
  EXPECT_EQ(testing::message_of([] {
              make_boundary_prior(seen_at({-0.5, 0.5}), Scale::kLogit);
            }),
            "scores[0]: -0.5 is not a probability (0 to 1)");
  EXPECT_EQ(testing::message_of([] {
              make_boundary_prior(seen_at({0.5, 1.5}), Scale::kLogit);
            }),
            "scores[1]: 1.5 is not a probability (0 to 1)");
}

TEST(BoundaryPrior, RefusesALambdaThatIsNotPositiveAndFinite) {
  EXPECT_EQ(testing::message_of([] { check_prior({.lambda = -1}); }),
            "lambda: -1 is not a positive finite number");
  EXPECT_EQ(testing::message_of([] { check_prior({.lambda = 0}); }),
            "lambda: 0 is not a positive finite number");
  EXPECT_EQ(testing::message_of([] { check_prior({.lambda = INFINITY}); }),
            "lambda: inf is not a positive finite number");
  EXPECT_EQ(testing::message_of([] { check_prior({.lambda = NAN}); }),
            "lambda: nan is not a positive finite number");
  EXPECT_NO_THROW(check_prior({}));
}

}  // namespace
}  // namespace calibrant
