#include "calibrant/quadratic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "calibrant/error.hpp"
#include "families/logistic_fit.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

// Counts in proportion to the probabilities of a known quadratic: nearly no noise.
Observations counted(double c0, double c1, double c2, double weight) {
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;
  for (int i = -60; i <= 60; ++i) {
    const double x = i / 15.0;
    const double p = logistic(c0 + c1 * x + c2 * x * x);
    scores.push_back(logistic(x));
    negatives.push_back(weight * (1 - p));
    positives.push_back(weight * p);
  }
  return observe_counts(scores, negatives, positives);
}

// The coefficients, as the page of mathematics defines them.
LogisticFit fitted(const Observations& seen) {
  std::vector<double> first;
  std::vector<double> second;
  for (const double s : seen.scores()) {
    first.push_back(logit(s));
    second.push_back(first.back() * first.back());
  }
  const LogisticModel model = {
      .two = true,
      .prior = {.mean = {0, 1, 0}, .precision = {0, 1 / (1.25 * 1.25), 1 / (0.25 * 0.25)}}};
  return fit_logistic(seen, features_in(first, second), model);
}

const Segments& segments_of(const Curve& curve) { return std::get<Segments>(curve.shape()); }

TEST(Quadratic, FindsAQuadratic) {
  const Observations seen = counted(0.5, 0.8, -0.1, 1e6);
  const LogisticFit fit = fitted(seen);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.intercept, 0.5, 1e-4);
  EXPECT_NEAR(fit.first, 0.8, 1e-4);
  EXPECT_NEAR(fit.second, -0.1, 1e-4);
}

// The derivatives of the likelihood with Platt's targets and of the prior vanish together, computed
// row by row in long double.
TEST(Quadratic, IsTheOptimumWithItsPrior) {
  testing::Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> scores;
    std::vector<int> labels;
    std::vector<double> weights;
    for (int i = 0; i < 30; ++i) {
      scores.push_back(logistic(3 * random.normal()));
      labels.push_back(random.uniform() < (trial % 5 == 0 ? 0.05 : scores.back()) ? 1 : 0);
      weights.push_back(trial % 2 == 0 ? 1 : 0.1 + random.uniform());
    }
    const Observations seen = observe(scores, labels, weights);
    const LogisticFit fit = fitted(seen);
    const long double high = (seen.positive_weight() + 1) / (seen.positive_weight() + 2);
    const long double low = 1 / (seen.negative_weight() + 2);
    std::array<long double, 3> gradient = {0, (fit.first - 1) / (1.25L * 1.25L),
                                           fit.second / (0.25L * 0.25L)};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const long double x = std::log(static_cast<long double>(scores[i])) -
                            std::log1p(-static_cast<long double>(scores[i]));
      const long double z = fit.intercept + fit.first * x + fit.second * x * x;
      const long double residual =
          weights[i] * (1 / (1 + std::exp(-z)) - (labels[i] == 1 ? high : low));
      gradient[0] += residual;
      gradient[1] += residual * x;
      gradient[2] += residual * x * x;
    }
    for (const long double g : gradient) EXPECT_NEAR(static_cast<double>(g), 0, 1e-8) << trial;
  }
}

TEST(Quadratic, SeparableRowsStayFinite) {
  const Observations seen = observe(std::vector{0.1, 0.2, 0.8, 0.9}, std::vector{0, 0, 1, 1});
  const LogisticFit fit = fitted(seen);
  EXPECT_TRUE(fit.converged);
  EXPECT_LT(std::abs(fit.first), 5);
  EXPECT_LT(std::abs(fit.second), 1);
  for (const int label : {0, 1}) {
    const Curve curve =
        fit_quadratic(observe(std::vector{0.1, 0.5, 0.9}, std::vector{label, label, label}));
    EXPECT_TRUE(curve(0.5) > 0 && curve(0.5) < 1);
  }
}

TEST(Quadratic, TheCurveFollowsTheQuadratic) {
  for (const double square : {-0.3, 0.0, 0.15}) {
    const Observations seen = counted(-0.4, 1.2, square, 50);
    const LogisticFit fit = fitted(seen);
    const Curve curve = fit_quadratic(seen);
    for (int i = -4000; i <= 4000; ++i) {
      const double x = i / 1000.0;
      EXPECT_NEAR(curve(logistic(x)), logistic(fit.intercept + fit.first * x + fit.second * x * x),
                  1e-6);
    }
  }
}

// The parabola would turn at a score that nobody saw.
TEST(Quadratic, StaysLevelBeyondTheScoresThatWereSeen) {
  const Observations seen = counted(0, 1, -0.05, 1e4);
  const Curve curve = fit_quadratic(seen);
  const double lowest = seen.scores().front();
  const double highest = seen.scores().back();
  EXPECT_EQ(segments_of(curve).knots.front(), lowest);
  EXPECT_EQ(segments_of(curve).knots.back(), highest);
  EXPECT_EQ(curve(0), curve(lowest));
  EXPECT_EQ(curve(1), curve(highest));
}

TEST(Quadratic, ExactAndEqualScores) {
  const Curve ends =
      fit_quadratic(observe(std::vector{0.0, 0.0, 1.0, 1.0}, std::vector{0, 1, 1, 1}));
  EXPECT_LT(ends(0), ends(1));
  const Curve one = fit_quadratic(observe(std::vector{0.3, 0.3, 0.3}, std::vector{0, 0, 1}));
  EXPECT_EQ(one(0.1), one(0.9));
  EXPECT_NEAR(one(0.3), (0.25 + 0.25 + 2.0 / 3) / 3, 1e-6);
}

TEST(Quadratic, RefusesScoresThatAreNoProbabilities) {
  EXPECT_EQ(testing::message_of<InputError>([] {
              fit_quadratic(observe(std::vector{0.2, 0.4, 1.5}, std::vector{0, 1, 1}));
            }),
            "scores[2]: 1.5 is not a probability (0 to 1)");
}

}  // namespace
}  // namespace calibrant
