#include "auto/bayesian_logistic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/shapes.hpp"

namespace calibrant {
namespace {

// log of likelihood times prior density.
double log_joint(const Observations& seen, const std::vector<double>& x,
                 const CoefficientPrior& prior, double c0, double c1) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double z = c0 + c1 * x[k];
    sum += -seen.positives()[k] * std::log1p(std::exp(-z)) -
           seen.negatives()[k] * std::log1p(std::exp(z));
  }
  for (const double distance : {c0 - prior.mean[0], c1 - prior.mean[1]}) {
    sum -= 0.5 * std::pow(distance / prior.deviation, 2) +
           std::log(prior.deviation * std::sqrt(2 * M_PI));
  }
  return sum;
}

TEST(BayesianLogistic, StandsAtThePeak) {
  const auto sample = testing::draw(testing::Shape::kSharp, 200);
  const Observations seen = observe(sample.scores, sample.labels);
  const std::vector<double> x(seen.scores().begin(), seen.scores().end());
  const CoefficientPrior prior = {{-1, 3, 0}, 2.5};
  const BayesianLogistic fit = fit_bayesian_logistic(seen, x, {}, prior);
  const auto [c0, c1, none] = fit.coefficients;
  EXPECT_EQ(none, 0);
  const double peak = log_joint(seen, x, prior, c0, c1);
  for (const double step : {-1e-3, 1e-3}) {
    EXPECT_LT(log_joint(seen, x, prior, c0 + step, c1), peak);
    EXPECT_LT(log_joint(seen, x, prior, c0, c1 + step), peak);
  }
}

// Laplace's evidence against the integral on a fine grid.
TEST(BayesianLogistic, TheEvidenceIsNearTheIntegral) {
  for (const std::size_t rows : {30U, 300U}) {
    const auto sample = testing::draw(testing::Shape::kCalibrated, rows, 4);
    const Observations seen = observe(sample.scores, sample.labels);
    std::vector<double> x;
    for (const double s : seen.scores()) x.push_back(std::log(s / (1 - s)));
    const CoefficientPrior prior = {{0, 1, 0}, 1.5};
    const BayesianLogistic fit = fit_bayesian_logistic(seen, x, {}, prior);
    const double peak = log_joint(seen, x, prior, fit.coefficients[0], fit.coefficients[1]);
    double sum = 0;
    constexpr double kWidth = 0.02;
    for (double c0 = -4; c0 <= 4; c0 += kWidth) {
      for (double c1 = -3; c1 <= 5; c1 += kWidth) {
        sum += std::exp(log_joint(seen, x, prior, c0, c1) - peak) * kWidth * kWidth;
      }
    }
    EXPECT_NEAR(fit.log_evidence, std::log(sum) + peak, rows == 30 ? 0.1 : 0.02) << rows;
  }
}

TEST(BayesianLogistic, SeparableAndOneSidedDataStayFinite) {
  const Observations separable =
      observe_counts(std::array{-1.0, 1.0}, std::array{1e6, 0.0}, std::array{0.0, 1e6});
  const std::vector<double> x = {-1, 1};
  const BayesianLogistic fit = fit_bayesian_logistic(separable, x, {}, {{0, 0, 0}, 2});
  EXPECT_TRUE(std::isfinite(fit.log_evidence));
  EXPECT_GT(fit.coefficients[1], 5);
  EXPECT_LT(fit.coefficients[1], 50);
  // Two features that are one.
  const BayesianLogistic twice = fit_bayesian_logistic(separable, x, x, {{0, 0, 0}, 2});
  EXPECT_NEAR(twice.coefficients[1], twice.coefficients[2], 1e-6);
  EXPECT_TRUE(std::isfinite(twice.log_evidence));
}

}  // namespace
}  // namespace calibrant
