#include "metrics/predictions.hpp"

#include "math/blocked_sum.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace metrics {
namespace {

template <class Label>
Observations observe_rows(std::span<const double> probabilities, std::span<const Label> labels,
                          std::span<const double> weights) {
  check_not_empty("probabilities", probabilities.size());
  check_same_length("labels", labels.size(), "probabilities", probabilities.size());
  if (!weights.empty()) {
    check_same_length("weights", weights.size(), "probabilities", probabilities.size());
  }
  // One quick pass that only says whether all is well; the search for the place comes after.
  bool good = true;
  for (const double p : probabilities) {
    good &= p >= 0;
    good &= p <= 1;
  }
  for (std::size_t i = 0; !good && i < probabilities.size(); ++i) {
    check_probability("probabilities", i, probabilities[i]);
  }
  return observe(probabilities, labels, weights, {.threads = 1});
}

}  // namespace

Predictions totalled(std::span<const double> probabilities, std::span<const double> negatives,
                     std::span<const double> positives) {
  Predictions result;
  result.probabilities = probabilities;
  result.negatives = negatives;
  result.positives = positives;
  result.negative_weight = blocked_sum(negatives);
  result.positive_weight = blocked_sum(positives);
  result.weight = result.negative_weight + result.positive_weight;
  return result;
}

Predictions groups_of(const Observations& observations) {
  Predictions groups =
      totalled(observations.scores(), observations.negatives(), observations.positives());
  groups.whole = observations.whole();
  return groups;
}

Predictions predictions_of(const Observations& observations) {
  // The scores ascend: the first and the last speak for all, and name the place if they do not.
  const auto scores = observations.scores();
  if (scores.front() < 0) check_probability("predictions", 0, scores.front());
  if (scores.back() > 1) {
    std::size_t k = 0;
    while (scores[k] <= 1) ++k;
    check_probability("predictions", k, scores[k]);
  }
  return groups_of(observations);
}

void check_bins(std::size_t bins) {
  if (bins == 0) throw OptionError("bins", "0 is not a positive number");
}

}  // namespace metrics

Observations observe_probabilities(std::span<const double> probabilities,
                                   std::span<const std::uint8_t> labels,
                                   std::span<const double> weights) {
  return metrics::observe_rows(probabilities, labels, weights);
}

Observations observe_probabilities(std::span<const double> probabilities,
                                   std::span<const int> labels, std::span<const double> weights) {
  return metrics::observe_rows(probabilities, labels, weights);
}

}  // namespace calibrant
