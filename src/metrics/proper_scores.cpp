// The two proper scores: Brier and logarithmic.
#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/measures.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace metrics {

double brier_score(const Predictions& predictions) {
  CompensatedSum squares;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    squares.add(predictions.negatives[k] * (p * p));
    squares.add(predictions.positives[k] * ((1 - p) * (1 - p)));
  }
  return squares.value() / predictions.weight;
}

double log_loss(const Predictions& predictions, std::span<double> logits) {
  return log_loss_sum(predictions.probabilities, predictions.negatives, predictions.positives,
                      logits) /
         predictions.weight;
}

}  // namespace metrics

double brier_score(const Observations& predictions) {
  return metrics::brier_score(metrics::predictions_of(predictions));
}

double log_loss(const Observations& predictions) {
  return metrics::log_loss(metrics::predictions_of(predictions), {});
}

}  // namespace calibrant
