#include "metrics/mass_bins.hpp"

#include <algorithm>

#include "math/bins.hpp"

namespace calibrant {

std::vector<MassBin> mass_bins(const Observations& observations, std::size_t bins) {
  const auto scores = observations.scores();
  std::vector<MassBin> result;
  MassBins bin_of(bins, observations.weight());
  std::size_t current = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double negatives = observations.negatives()[i];
    const double positives = observations.positives()[i];
    const double weight = negatives + positives;
    const std::size_t bin = bin_of.next(weight);
    if (result.empty() || bin != current) {
      result.push_back({.low = scores[i], .high = scores[i], .mean = scores[i]});
      current = bin;
    }
    MassBin& into = result.back();
    into.high = scores[i];
    into.negatives += negatives;
    into.positives += positives;
    // A running mean: no sum to overflow, and [low, high] is left by no more than rounding.
    const double part = weight / into.weight();
    into.mean = (1 - part) * into.mean + part * scores[i];
  }
  for (MassBin& bin : result) bin.mean = std::clamp(bin.mean, bin.low, bin.high);
  return result;
}

std::size_t usual_bins(const Observations& observations) {
  return observations.weight() < 2000 ? 10 : 20;
}

Observations thinned(const Observations& observations, std::size_t most) {
  if (observations.groups() <= most) return observations;
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;
  for (const MassBin& bin : mass_bins(observations, most)) {
    scores.push_back(bin.mean);
    negatives.push_back(bin.negatives);
    positives.push_back(bin.positives);
  }
  return observe_counts(scores, negatives, positives);
}

}  // namespace calibrant
