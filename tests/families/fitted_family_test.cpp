// A family as Auto sees it: log odds and their deviations, compared with the definitions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "families/families.hpp"
#include "helpers/shapes.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

Observations seen_by_families() {
  auto sample = testing::draw(testing::Shape::kSharp, 700, 5);
  for (double& score : sample.scores) score = 0.01 + 0.98 * score;  // farther in than any clip
  return observe(sample.scores, sample.labels);
}

/// The mean and the standard deviation of the rows' scores.
std::array<double, 2> moments_of(const Observations& seen) {
  double sum = 0;
  double squares = 0;
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double weight = seen.negatives()[k] + seen.positives()[k];
    sum += weight * seen.scores()[k];
    squares += weight * seen.scores()[k] * seen.scores()[k];
  }
  const double mean = sum / seen.weight();
  return {mean, std::sqrt(squares / seen.weight() - mean * mean)};
}

/// The features of a score by their definition.
Vector3 defined_features(const Family& family, const Observations& seen, double score) {
  if (&family == &kConstantFamily) return {1, 0, 0};
  if (&family == &kBetaFamily) return {1, std::log(score), -std::log1p(-score)};
  if (&family != &kPlattFamily) return {1, logit(score), 0};
  const auto [mean, deviation] = moments_of(seen);
  return {1, (score - mean) / deviation, 0};
}

TEST(FittedFamily, LogOddsAreCoefficientsTimesFeatures) {
  const Observations seen = seen_by_families();
  for (const Family* family : kFamilies) {
    const FittedFamily fit = fit_with_evidence(*family, seen);
    const std::vector<double> all = fit.log_odds(seen.scores());
    ASSERT_EQ(all.size(), seen.groups());
    for (std::size_t k = 0; k < seen.groups(); ++k) {
      const double score = seen.scores()[k];
      const Vector3 features = defined_features(*family, seen, score);
      double z = 0;
      for (std::size_t i = 0; i < 3; ++i) z += fit.coefficients[i] * features[i];
      EXPECT_NEAR(fit.log_odds(score), z, 1e-9) << family->name << ' ' << score;
      EXPECT_NEAR(all[k], z, 1e-9) << family->name << ' ' << score;
    }
  }
}

TEST(FittedFamily, TheDeviationOfALineInTheLogOddsIsLaplaces) {
  const Observations seen = seen_by_families();
  const FittedFamily fit = fit_with_evidence(kPlattLogitFamily, seen);
  // The curvature of the likelihood and of the prior: a matrix of two rows.
  const double prior = 1 / (kInformed * kInformed);
  std::array<double, 3> h = {prior, 0, prior};  // 00 01 11
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double z = logit(seen.scores()[k]);
    const double p = logistic(fit.coefficients[0] + fit.coefficients[1] * z);
    const double weight = (seen.negatives()[k] + seen.positives()[k]) * p * (1 - p);
    h[0] += weight;
    h[1] += weight * z;
    h[2] += weight * z * z;
  }
  const double determinant = h[0] * h[2] - h[1] * h[1];
  for (const double score : {0.02, 0.4, 0.97}) {
    const double z = logit(score);
    const double variance = (h[2] - 2 * h[1] * z + h[0] * z * z) / determinant;
    EXPECT_NEAR(fit.deviation(score), std::sqrt(variance), 1e-9);
  }
}

TEST(FittedFamily, ATemperatureHasNoDoubtAtOneHalf) {
  const Observations seen = seen_by_families();
  const FittedFamily fit = fit_with_evidence(kTemperatureFamily, seen);
  double precision = 1 / (kInformed * kInformed);
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double z = logit(seen.scores()[k]);
    const double p = logistic(fit.coefficients[1] * z);
    precision += (seen.negatives()[k] + seen.positives()[k]) * p * (1 - p) * z * z;
  }
  EXPECT_NEAR(fit.deviation(0.5), 0, 1e-12);
  EXPECT_NEAR(fit.deviation(0.9), logit(0.9) / std::sqrt(precision), 1e-9);
}

TEST(FittedFamily, TheDeviationOfOneRateIsThatOfItsLogOdds) {
  const Observations seen = seen_by_families();
  const FittedFamily fit = fit_with_evidence(kConstantFamily, seen);
  const double n = seen.weight() + 2;
  const double p = (seen.positive_weight() + 1) / n;
  EXPECT_NEAR(fit.deviation(0.3), 1 / std::sqrt(n * p * (1 - p)), 1e-12);
}

}  // namespace
}  // namespace calibrant
