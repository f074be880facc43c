// Do as many positives come as the probabilities promise? The ratio of the two, Spiegelhalter's
// test (1986), and both in one test.
#include <cmath>

#include "calibrant/metrics.hpp"
#include "metrics/measures.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace metrics {

std::optional<double> observed_expected(const Predictions& predictions) {
  CompensatedSum expected;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    expected.add(predictions.group_weight(k) * predictions.probabilities[k]);
  }
  if (expected.value() == 0) return {};
  return predictions.positive_weight / expected.value();
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Predictions& predictions) {
  CompensatedSum excess;
  CompensatedSum variance;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    const double slope = 1 - 2 * p;
    excess.add((predictions.positives[k] * (1 - p) - predictions.negatives[k] * p) * slope);
    variance.add(predictions.group_weight(k) * (slope * slope * (p * (1 - p))));
  }
  if (!(variance.value() > 0)) return {};
  const double z = excess.value() / std::sqrt(variance.value());
  return SpiegelhalterTest{.z = z, .p = std::erfc(std::abs(z) / std::sqrt(2.0))};
}

// With m the mean of x = 1 - 2p under the weights n p (1 - p), the sums of (y - p) and of
// (y - p)(x - m) are uncorrelated, so that the statistic is the sum of their squares over their
// variances. What is left of the variance of x, if x does not vary, is rounding.
std::optional<CalibrationTest> calibration_test(const Predictions& predictions) {
  constexpr double kRounding = 1e-12;
  CompensatedSum variance;
  CompensatedSum moment;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    const double here = predictions.group_weight(k) * (p * (1 - p));
    variance.add(here);
    moment.add(here * (1 - 2 * p));
  }
  if (!(variance.value() > 0)) return {};
  const double mean = moment.value() / variance.value();
  CompensatedSum excess;
  CompensatedSum excess_x;
  CompensatedSum variance_x;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    const double x = 1 - 2 * p - mean;
    const double here = predictions.positives[k] * (1 - p) - predictions.negatives[k] * p;
    excess.add(here);
    excess_x.add(here * x);
    variance_x.add(predictions.group_weight(k) * (p * (1 - p)) * (x * x));
  }
  CalibrationTest test;
  test.statistic = excess.value() / variance.value() * excess.value();
  if (variance_x.value() <= kRounding * variance.value()) {
    test.degrees = 1;
    test.p = std::erfc(std::sqrt(test.statistic / 2));
  } else {
    test.statistic += excess_x.value() / variance_x.value() * excess_x.value();
    test.p = std::exp(-test.statistic / 2);
  }
  return test;
}

}  // namespace metrics

std::optional<double> observed_expected(const Observations& predictions) {
  return metrics::observed_expected(metrics::predictions_of(predictions));
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Observations& predictions) {
  return metrics::spiegelhalter_test(metrics::predictions_of(predictions));
}

std::optional<CalibrationTest> calibration_test(const Observations& predictions) {
  return metrics::calibration_test(metrics::predictions_of(predictions));
}

}  // namespace calibrant
