// The two proper scores: Brier and logarithmic.
#include <algorithm>
#include <array>
#include <cmath>

#include "calibrant/metrics.hpp"
#include "metrics/measures.hpp"
#include "metrics/sum.hpp"

namespace calibrant {
namespace metrics {

double brier_score(const Predictions& predictions) {
  Sum squares;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    squares.add(predictions.negatives[k] * (p * p));
    squares.add(predictions.positives[k] * ((1 - p) * (1 - p)));
  }
  return squares.value() / predictions.weight;
}

double log_loss(const Predictions& predictions, std::span<double> logits) {
  Sum loss;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = clip(predictions.probabilities[k]);
    const double log_positive = std::log(p);
    const double log_negative = std::log1p(-p);
    loss.add(-predictions.negatives[k] * log_negative);
    loss.add(-predictions.positives[k] * log_positive);
    if (!logits.empty()) logits[k] = log_positive - log_negative;
  }
  return loss.value() / predictions.weight;
}

}  // namespace metrics

double brier_score(const Observations& predictions) {
  return metrics::brier_score(metrics::predictions_of(predictions));
}

double log_loss(const Observations& predictions) {
  return metrics::log_loss(metrics::predictions_of(predictions), {});
}

}  // namespace calibrant
