// Do as many positives come as the probabilities promise? The ratio of the two, and Spiegelhalter's
// test (1986).
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

}  // namespace metrics

std::optional<double> observed_expected(const Observations& predictions) {
  return metrics::observed_expected(metrics::predictions_of(predictions));
}

std::optional<SpiegelhalterTest> spiegelhalter_test(const Observations& predictions) {
  return metrics::spiegelhalter_test(metrics::predictions_of(predictions));
}

}  // namespace calibrant
