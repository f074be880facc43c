// Groups between which no boundary is possible (a gap of zero: two scores with the same clipped log
// odds) share one rate for certain: they are one group to ABB.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "observations/builder.hpp"

namespace calibrant {

struct Joined {
  Observations observations;
  std::vector<double> gaps;           // all positive
  std::vector<std::size_t> group_of;  // where each original group went
};

inline Joined join_inseparable(const Observations& observations, const std::vector<double>& gaps) {
  ObservationsBuilder builder(observations.groups());
  std::vector<double> kept_gaps;
  std::vector<std::size_t> group_of;
  std::size_t joined_groups = 0;
  join_neighbours(
      view_of(observations),
      [&](const JoinedGroup& /*joined*/, std::size_t k) { return gaps[k - 1] == 0; },
      [&](const JoinedGroup& joined) {
        builder.add(observations.scores()[joined.first], joined.negatives, joined.positives);
        group_of.resize(joined.end, joined_groups++);
        if (joined.end <= gaps.size()) kept_gaps.push_back(gaps[joined.end - 1]);
      });
  return {std::move(builder).finish(), std::move(kept_gaps), std::move(group_of)};
}

/// values[group_of[k]] for every k: from joined groups back to the original ones.
inline std::vector<double> spread(const std::vector<double>& values,
                                  const std::vector<std::size_t>& group_of) {
  std::vector<double> result;
  result.reserve(group_of.size());
  for (const std::size_t group : group_of) result.push_back(values[group]);
  return result;
}

}  // namespace calibrant
