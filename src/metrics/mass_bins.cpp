#include "calibrant/diagram.hpp"

#include "math/bins.hpp"
#include "observations/builder.hpp"

namespace calibrant {

std::vector<MassBin> mass_bins(const Observations& observations, std::size_t bins) {
  const GroupView groups = view_of(observations);
  MassBins bin_of(bins, observations.weight());
  std::size_t current = bin_of.next(groups.weight(0));
  std::vector<MassBin> result;
  join_neighbours(
      groups,
      [&](const JoinedGroup& /*joined*/, std::size_t k) {
        const std::size_t last = current;
        current = bin_of.next(groups.weight(k));
        return current == last;
      },
      [&](const JoinedGroup& joined) {
        result.push_back({.low = groups.places[joined.first],
                          .high = groups.places[joined.end - 1],
                          .mean = joined.place,
                          .negatives = joined.negatives,
                          .positives = joined.positives});
      });
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
