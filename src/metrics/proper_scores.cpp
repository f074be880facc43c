// The two proper scores: Brier and logarithmic. Of whole counts, sums that row_measures.cpp gets
// without sorting (fixed_sum.hpp).
#include <algorithm>
#include <array>

#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/fixed_sum.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {

namespace {

bool is_countable(const Predictions& predictions) {
  return predictions.whole && predictions.weight <= kMostFixedTerms;
}

std::optional<double> fixed_squares(const Predictions& predictions) {
  if (!is_countable(predictions)) return {};
  FixedSum sum(kUnitTerms);
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    sum.add(p * p, static_cast<std::uint64_t>(predictions.negatives[k]));
    sum.add((1 - p) * (1 - p), static_cast<std::uint64_t>(predictions.positives[k]));
  }
  return sum.value(predictions.weight);
}

std::optional<double> fixed_log_loss(const Predictions& predictions, std::span<double> logits) {
  if (!is_countable(predictions)) return {};
  FixedSum sum(kLogTerms);
  std::array<double, kLogBlock> negative;
  std::array<double, kLogBlock> positive;
  for (std::size_t begin = 0; begin < predictions.groups(); begin += kLogBlock) {
    const std::size_t length = std::min(kLogBlock, predictions.groups() - begin);
    log_losses(predictions.probabilities.subspan(begin, length), std::span(negative).first(length),
               std::span(positive).first(length));
    for (std::size_t i = 0; i < length; ++i) {
      sum.add(negative[i], static_cast<std::uint64_t>(predictions.negatives[begin + i]));
      sum.add(positive[i], static_cast<std::uint64_t>(predictions.positives[begin + i]));
      if (!logits.empty()) logits[begin + i] = negative[i] - positive[i];
    }
  }
  return sum.value(predictions.weight);
}

}  // namespace

double brier_score(const Predictions& predictions, const MomentSums& sums) {
  return fixed_squares(predictions).value_or(sums.squares) / predictions.weight;
}

double log_loss(const Predictions& predictions, std::span<double> logits) {
  if (const auto sum = fixed_log_loss(predictions, logits)) return *sum / predictions.weight;
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
