#include "calibrant/platt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibrant/beta.hpp"
#include "calibrant/error.hpp"
#include "families/logistic_fit.hpp"
#include "helpers/message.hpp"
#include "helpers/rows.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using Input = Sigmoid::Input;

using testing::rows;

Sigmoid sigmoid(const Curve& curve) { return std::get<Sigmoid>(curve.shape()); }

TEST(Platt, OneGroupGivesItsSmoothedFraction) {
  const Curve curve = fit_platt(rows({3, 3, 3}, {0, 1, 1}));
  EXPECT_EQ(sigmoid(curve).slope, 0);
  // (2 * 3/4 + 1 * 1/3) / 3 from the targets.
  EXPECT_NEAR(curve(3), (1.5 + 1.0 / 3) / 3, 1e-15);
}

TEST(Platt, OneClassGivesASmoothedConstant) {
  const Curve negatives = fit_platt(rows({1, 2, 5, 9}, {0, 0, 0, 0}));
  const Curve positives = fit_platt(rows({1, 2, 5, 9}, {1, 1, 1, 1}));
  for (const double s : {-1e9, 1.0, 4.0, 1e9}) {
    EXPECT_NEAR(negatives(s), 1.0 / 6, 1e-12) << s;
    EXPECT_NEAR(positives(s), 5.0 / 6, 1e-12) << s;
  }
}

TEST(Platt, SeparableDataStayFinite) {
  for (const std::size_t n : {2U, 10U, 1000U, 100'000U}) {
    for (const double gap : {1e-9, 1e-3, 1.0, 1e6}) {
      std::vector<double> scores;
      std::vector<int> labels;
      for (std::size_t i = 0; i < n; ++i) {
        const bool positive = i >= n / 2;
        scores.push_back(static_cast<double>(i) / static_cast<double>(n) + (positive ? gap : 0));
        labels.push_back(positive ? 1 : 0);
      }
      const Observations seen = rows(scores, labels);
      const LogisticFit fit = fit_logistic(seen, features_in(seen.scores()), {});
      EXPECT_TRUE(fit.converged) << n << ' ' << gap;
      EXPECT_LT(fit.steps, 40) << n << ' ' << gap;
      const Curve curve = fit_platt(seen);
      EXPECT_LT(curve(scores.front()), 0.5);
      EXPECT_GT(curve(scores.back()), 0.5);
      EXPECT_TRUE(std::isfinite(sigmoid(curve).slope) && std::isfinite(sigmoid(curve).intercept));
    }
  }
}

TEST(Platt, AnyScaleOfScoresWorks) {
  const std::vector<double> base = {-3, -1, 0, 0.5, 1, 2, 4};
  const std::vector<int> labels = {0, 0, 1, 0, 1, 0, 1};
  const Curve plain = fit_platt(rows(base, labels));
  for (const int exponent : {-1000, -300, 0, 300, 1020}) {
    std::vector<double> scaled;
    for (const double s : base) scaled.push_back(std::ldexp(s, exponent));
    const Curve curve = fit_platt(rows(scaled, labels));
    for (std::size_t i = 0; i < base.size(); ++i) {
      EXPECT_EQ(curve(scaled[i]), plain(base[i])) << exponent;
    }
  }
}

TEST(Platt, ScoresTooSmallForAnySlopeStayFinite) {
  const Curve curve = fit_platt(rows({0, 5e-324, 1e-323, 1.5e-323}, {0, 1, 0, 1}));
  EXPECT_TRUE(std::isfinite(sigmoid(curve).slope));
  EXPECT_TRUE(std::isfinite(sigmoid(curve).intercept));
  EXPECT_NEAR(curve(0), 0.5, 0.2);
}

TEST(Platt, AnOutlierDoesNotBreakTheFit) {
  const Curve curve = fit_platt(rows({1, 2, 3, 4, 1e300}, {0, 1, 0, 1, 1}));
  EXPECT_TRUE(std::isfinite(sigmoid(curve).slope));
  EXPECT_GT(curve(1e300), curve(4));
}

TEST(Platt, NeighbouringDoublesAreTellable) {
  const double one = 1e16;
  const Curve curve = fit_platt(rows({one, one + 2, one + 4, one + 6}, {0, 0, 1, 1}));
  EXPECT_GT(sigmoid(curve).slope, 0);
}

TEST(Platt, ConvergesInFewStepsOnEveryShape) {
  for (const testing::Shape shape : testing::kShapes) {
    const auto sample = testing::draw(shape, 20'000);
    const Observations seen = observe(sample.scores, sample.labels);
    const LogisticFit fit = fit_logistic(seen, features_in(seen.scores()), {});
    EXPECT_TRUE(fit.converged) << name(shape);
    EXPECT_LE(fit.steps, 9) << name(shape);
  }
}

// Steps are Newton's: quadratic, from the rate of the labels. None is wasted on the way to the end.
TEST(Platt, CountsItsSteps) {
  const Observations even = rows({1, 2, 3, 4}, {0, 1, 0, 1});
  const LogisticFit near = fit_logistic(even, features_in(even.scores()), {});
  EXPECT_TRUE(near.converged);
  EXPECT_LE(near.steps, 4);
  EXPECT_GE(near.steps, 1);
  // Equal classes at either score: the rate is the answer.
  const Observations flat = rows({1, 1, 2, 2}, {0, 1, 0, 1});
  EXPECT_EQ(fit_logistic(flat, features_in(flat.scores()), {}).steps, 0);
  EXPECT_EQ(fit_logistic(flat, features_in(flat.scores()), {}).first, 0);
}

// How far the parameters are from the optimum: one Newton step in long double on the definition.
long double distance_to_optimum(const Observations& seen, const Sigmoid& found) {
  const long double n0 = seen.negative_weight();
  const long double n1 = seen.positive_weight();
  long double g0 = 0, g1 = 0, h00 = 0, h01 = 0, h11 = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const long double x = seen.scores()[k];
    const long double n = static_cast<long double>(seen.negatives()[k]) + seen.positives()[k];
    const long double target =
        seen.positives()[k] * (n1 + 1) / (n1 + 2) + seen.negatives()[k] / (n0 + 2);
    const long double p = 1 / (1 + std::exp(-(found.intercept + found.slope * x)));
    g0 += n * p - target;
    g1 += (n * p - target) * x;
    h00 += n * p * (1 - p);
    h01 += n * p * (1 - p) * x;
    h11 += n * p * (1 - p) * x * x;
  }
  const long double determinant = h00 * h11 - h01 * h01;
  return std::max(std::abs((h11 * g0 - h01 * g1) / determinant),
                  std::abs((h00 * g1 - h01 * g0) / determinant));
}

TEST(Platt, LargeSamplesMeetTheOptimum) {
  for (const testing::Shape shape : testing::kShapes) {
    auto sample = testing::draw(shape, 200'000);
    for (const bool flipped : {false, true}) {
      if (flipped) {
        for (auto& label : sample.labels) label = label == 0 ? 1 : 0;
      }
      const Observations seen = observe(sample.scores, sample.labels);
      EXPECT_LT(distance_to_optimum(seen, sigmoid(fit_platt(seen))), 1e-11L)
          << name(shape) << (flipped ? " flipped" : "");
    }
  }
}

TEST(Platt, OnePositiveInAMillionMeetsTheOptimum) {
  for (const bool flipped : {false, true}) {
    std::vector<double> scores;
    std::vector<double> many;
    std::vector<double> few;
    for (int k = 0; k < 1000; ++k) {
      scores.push_back(k / 1000.0);
      many.push_back(1e9);
      few.push_back(k % 7 == 0 ? k : 0);
    }
    const Observations seen =
        flipped ? observe_counts(scores, few, many) : observe_counts(scores, many, few);
    EXPECT_LT(distance_to_optimum(seen, sigmoid(fit_platt(seen))), 1e-9L) << flipped;
  }
}

TEST(Platt, HugeAndTinyWeightsWork) {
  const std::vector<double> s = {0.1, 0.4, 0.5, 0.9};
  for (const double weight : {1e-310, 1e-30, 1e30, 1e307}) {
    const std::vector<double> a = {weight, weight, weight, 0};
    const std::vector<double> b = {0, weight, weight, weight};
    const Observations seen = observe_counts(s, a, b);
    for (const Curve& curve :
         {fit_platt(seen), fit_platt(seen, {.input = Input::kLogit}), fit_beta(seen)}) {
      for (const double score : s) {
        EXPECT_TRUE(curve(score) >= 0 && curve(score) <= 1) << weight;
      }
      // Next to no weight leaves a curve that is flat to the last bit, which rounding may tilt.
      EXPECT_GE(curve(0.9), curve(0.1) - 1e-15) << weight;
    }
  }
}

TEST(Platt, OnLogitsRefusesScoresThatAreNoProbabilities) {
  const PlattOptions logit = {.input = Input::kLogit};
  EXPECT_EQ(testing::message_of([&] {
              fit_platt(rows({0.1, 1.5, 0.2, 2}, {0, 1, 0, 1}), logit);
            }),
            "scores[2]: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(testing::message_of([&] {
              fit_platt(rows({0.1, -0.5, 7}, {0, 1, 0}), logit);
            }),
            "scores[0]: -0.5 is not a probability (0 to 1)");
}

TEST(Platt, LogsAreNotItsInput) {
  EXPECT_EQ(testing::message_of([&] {
              fit_platt(rows({0.1, 0.5}, {0, 1}), {.input = Input::kLogs});
            }),
            "input: kLogs is not an input of Platt scaling (use fit_beta)");
}

TEST(Platt, OriginTellsOfTheData) {
  const Observations seen = rows({0.1, 0.1, 0.5, 0.7}, {0, 1, 1, 1});
  const Origin origin = fit_platt(seen).origin();
  EXPECT_EQ(origin.method, "platt");
  EXPECT_EQ(origin.weight, 4);
  EXPECT_EQ(origin.groups, 3U);
  EXPECT_EQ(origin.prevalence, 0.75);
  EXPECT_EQ(fit_platt(seen, {.input = Input::kLogit}).origin().method, "platt-logit");
}

TEST(Beta, RefusesScoresThatAreNoProbabilities) {
  EXPECT_EQ(testing::message_of([&] {
              fit_beta(rows({0.1, 1.5, 0.2, 0.3}, {0, 1, 0, 1}));
            }),
            "scores[3]: 1.5 is not a probability (0 to 1)");
}

TEST(Beta, FindsTheIdentityOnCalibratedScores) {
  const auto sample = testing::draw(testing::Shape::kCalibrated, 200'000);
  const Curve curve = fit_beta(observe(sample.scores, sample.labels));
  EXPECT_EQ(curve.origin().method, "beta");
  EXPECT_EQ(sigmoid(curve).input, Input::kLogs);
  for (const double s : {0.01, 0.1, 0.5, 0.9, 0.99}) {
    EXPECT_NEAR(curve(s), s, 5 * std::sqrt(s * (1 - s) / 20'000)) << s;
  }
}

// Two groups leave one of three parameters open: the probabilities are the targets', and the
// slopes are moderate.
TEST(Beta, CollinearFeaturesStayFinite) {
  const Curve curve = fit_beta(rows({0.2, 0.2, 0.2, 0.2, 0.7, 0.7, 0.7}, {0, 0, 0, 1, 0, 1, 1}));
  const double high = 4.0 / 5;
  const double low = 1.0 / 6;
  EXPECT_NEAR(curve(0.2), (high + 3 * low) / 4, 1e-12);
  EXPECT_NEAR(curve(0.7), (2 * high + low) / 3, 1e-12);
  EXPECT_LT(std::abs(sigmoid(curve).slope), 10);
  EXPECT_LT(std::abs(sigmoid(curve).slope_complement), 10);
}

TEST(Beta, NarrowScoresConverge) {
  testing::Random random(4);
  for (const double width : {1e-3, 1e-6, 1e-9, 1e-13}) {
    std::vector<double> scores;
    std::vector<int> labels;
    for (int i = 0; i < 500; ++i) {
      const double u = random.uniform();
      scores.push_back(0.3 + width * u);
      labels.push_back(random.uniform() < u ? 1 : 0);
    }
    const Curve curve = fit_beta(rows(scores, labels));
    EXPECT_LT(curve(0.3), 0.35) << width;
    EXPECT_GT(curve(0.3 + width), 0.65) << width;
  }
}

TEST(Platt, ManyGroupsBeginWhereFewEnd) {
  for (const testing::Shape shape : testing::kShapes) {
    const auto sample = testing::draw(shape, 200'000);
    const Observations seen = observe(sample.scores, sample.labels);
    if (seen.groups() < 100'000) continue;  // ties
    const LogisticFit fit = fit_logistic(seen, features_in(seen.scores()), {});
    EXPECT_TRUE(fit.converged) << name(shape);
    EXPECT_LE(fit.steps, 2) << name(shape);
    EXPECT_LT(distance_to_optimum(seen, sigmoid(fit_platt(seen))), 1e-9L) << name(shape);
  }
}

}  // namespace
}  // namespace calibrant
