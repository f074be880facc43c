// Who is told from whom: accuracy, the area under the ROC curve, net benefit.
#include <fmt/format.h>

#include <algorithm>

#include "calibrant/error.hpp"
#include "calibrant/metrics.hpp"
#include "math/blocked_sum.hpp"
#include "math/compensated_sum.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {
namespace {

std::size_t first_treated(const Predictions& predictions, double threshold) {
  const auto p = predictions.probabilities;
  return static_cast<std::size_t>(std::ranges::lower_bound(p, threshold) - p.begin());
}

double checked_threshold(double threshold) {
  if (!(threshold >= 0 && threshold < 1)) {
    throw OptionError("threshold", fmt::format("{} is not a probability below 1", threshold));
  }
  return threshold;
}

}  // namespace

double accuracy(const Predictions& predictions) {
  const std::size_t first = first_treated(predictions, 0.5);
  // Added up, not what is left of all negatives: rounding would leave less than nothing.
  const double right = blocked_sum(predictions.negatives.first(first)) +
                       blocked_sum(predictions.positives.subspan(first));
  return std::min(right / predictions.weight, 1.0);
}

std::optional<double> auc(const Predictions& predictions) {
  if (predictions.negative_weight == 0 || predictions.positive_weight == 0) return {};
  // Ranks as fractions of all negatives: products of two weights might overflow. Plain sums within
  // blocks, compensated ones over them.
  constexpr std::size_t kBlock = 1024;
  CompensatedSum below;  // weight of the negatives in lower blocks
  CompensatedSum wins;
  for (std::size_t begin = 0; begin < predictions.groups(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, predictions.groups());
    const double before = below.value();
    double inside = 0;
    double block_wins = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const double negatives = predictions.negatives[k];
      const double rank = (before + (inside + negatives / 2)) / predictions.negative_weight;
      block_wins += predictions.positives[k] * rank;
      inside += negatives;
    }
    wins.add(block_wins);
    below.add(inside);
  }
  return std::clamp(wins.value() / predictions.positive_weight, 0.0, 1.0);
}

}  // namespace metrics

double accuracy(const Observations& predictions) {
  return metrics::accuracy(metrics::predictions_of(predictions));
}

std::optional<double> auc(const Observations& predictions) {
  return metrics::auc(metrics::groups_of(predictions));
}

double net_benefit(const Observations& predictions, double threshold) {
  const double odds = metrics::checked_threshold(threshold) / (1 - threshold);
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  const std::size_t first = metrics::first_treated(groups, threshold);
  const double false_positives = blocked_sum(groups.negatives.subspan(first));
  const double true_positives = blocked_sum(groups.positives.subspan(first));
  return true_positives / groups.weight - false_positives / groups.weight * odds;
}

double net_benefit(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   double threshold, std::span<const double> weights) {
  return net_benefit(observe_probabilities(probabilities, labels, weights), threshold);
}

double net_benefit(std::span<const double> probabilities, std::span<const int> labels,
                   double threshold, std::span<const double> weights) {
  return net_benefit(observe_probabilities(probabilities, labels, weights), threshold);
}

}  // namespace calibrant
