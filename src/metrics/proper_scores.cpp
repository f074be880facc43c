// The two proper scores: Brier and logarithmic.
#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {

double brier_score(const Predictions& predictions, const MomentSums& sums) {
  return sums.squares / predictions.weight;
}

double log_loss(const Predictions& predictions, std::span<double> logits) {
  return log_loss_sum(predictions.probabilities, predictions.negatives, predictions.positives,
                      logits) /
         predictions.weight;
}

}  // namespace metrics

double brier_score(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::brier_score(groups, metrics::moments_of(groups));
}

double log_loss(const Observations& predictions) {
  return metrics::log_loss(metrics::predictions_of(predictions), {});
}

}  // namespace calibrant
