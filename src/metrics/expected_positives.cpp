// Do as many positives come as the probabilities promise? The ratio of the two, Spiegelhalter's
// test (1986), and both in one test.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// Where nearly impossible things happen often, quotients overflow: the largest number there is.
double bounded(double value) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(value, -kMost, kMost);
}

}  // namespace

MomentSums moments_of(const Predictions& predictions) {
  return moment_sums(predictions.probabilities, predictions.negatives, predictions.positives);
}

std::optional<double> observed_expected(const Predictions& predictions, const MomentSums& sums) {
  if (sums.expected == 0) return {};
  return bounded(predictions.positive_weight / sums.expected);
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const MomentSums& sums) {
  if (!(sums.variance_xx > 0)) return {};
  const double z = bounded(sums.excess_x / std::sqrt(sums.variance_xx));
  return SpiegelhalterTest{.z = z, .p = std::erfc(std::abs(z) / std::sqrt(2.0))};
}

// With m the mean of x = 1 - 2p under the weights n p (1 - p), the sums of (y - p) and of
// (y - p)(x - m) are uncorrelated, so that the statistic is the sum of their squares over their
// variances.
std::optional<CalibrationTest> calibration_test(const MomentSums& sums) {
  // Of the variance of an x that does not vary, rounding leaves so much.
  constexpr double kRounding = 1e-12;
  if (!(sums.variance > 0)) return {};
  const double mean = sums.variance_x / sums.variance;
  const double excess_x = sums.excess_x - mean * sums.excess;
  const double variance_x = sums.variance_xx - mean * sums.variance_x;
  CalibrationTest test;
  test.statistic = sums.excess / sums.variance * sums.excess;
  if (variance_x <= kRounding * sums.variance) {
    test.degrees = 1;
    test.p = std::erfc(std::sqrt(test.statistic / 2));
  } else {
    test.statistic += excess_x / variance_x * excess_x;
    test.p = std::exp(-test.statistic / 2);
  }
  test.statistic = bounded(test.statistic);
  return test;
}

}  // namespace metrics

std::optional<double> observed_expected(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::observed_expected(groups, metrics::moments_of(groups));
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Observations& predictions) {
  return metrics::spiegelhalter_test(metrics::moments_of(metrics::predictions_of(predictions)));
}

std::optional<CalibrationTest> calibration_test(const Observations& predictions) {
  return metrics::calibration_test(metrics::moments_of(metrics::predictions_of(predictions)));
}

}  // namespace calibrant
