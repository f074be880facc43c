#include "observations/builder.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "support/check.hpp"

namespace calibrant {

ObservationsBuilder::ObservationsBuilder(std::size_t most_groups) {
  arrays_.scores.reserve(most_groups);
  arrays_.negatives.reserve(most_groups);
  arrays_.positives.reserve(most_groups);
}

Observations ObservationsBuilder::made(double negatives, double positives, bool whole) && {
  const auto arrays = std::make_shared<const Arrays>(std::move(arrays_));
  Observations result;
  result.scores_ = arrays->scores;
  result.negatives_ = arrays->negatives;
  result.positives_ = arrays->positives;
  result.arrays_ = arrays;
  result.negative_weight_ = negatives;
  result.positive_weight_ = positives;
  result.whole_ = whole;
  return result;
}

Observations ObservationsBuilder::finish() && {
  if (arrays_.scores.empty()) {
    throw InputError("weights", std::nullopt, "are all zero (nothing observed)");
  }
  bool whole = true;
  double negatives = 0;
  double positives = 0;
  for (std::size_t k = 0; k < arrays_.scores.size(); ++k) {
    const double a = arrays_.negatives[k];
    const double b = arrays_.positives[k];
    negatives += a;
    positives += b;
    whole = whole && a == std::floor(a) && b == std::floor(b);
  }
  if (!std::isfinite(negatives + positives)) {
    throw InputError("weights", std::nullopt, "do not have a finite sum");
  }
  return std::move(*this).made(negatives, positives, whole);
}

Observations ObservationsBuilder::finish_counted(std::size_t negatives, std::size_t positives) && {
  return std::move(*this).made(static_cast<double>(negatives), static_cast<double>(positives),
                               true);
}

Observations merge_groups(const Observations& observations, std::size_t most_groups,
                          std::vector<std::size_t>* ends) {
  const std::size_t groups = observations.groups();
  if (ends != nullptr) ends->clear();
  if (groups <= most_groups) {
    for (std::size_t k = 0; ends != nullptr && k < groups; ++k) ends->push_back(k + 1);
    return observations;
  }

  ObservationsBuilder builder(most_groups);
  double before = 0;  // weight of the groups that are done
  std::size_t cell = 1;
  join_neighbours(
      view_of(observations),
      [&](const JoinedGroup& joined, std::size_t /*k*/) {
        // The last cell takes what is left, whatever rounding did to the sums.
        if (cell == most_groups) return true;
        const double end =
            observations.weight() * static_cast<double>(cell) / static_cast<double>(most_groups);
        return before + joined.weight() < end;
      },
      [&](const JoinedGroup& joined) {
        builder.add(joined.place, joined.negatives, joined.positives);
        if (ends != nullptr) ends->push_back(joined.end);
        before += joined.weight();
        ++cell;
      });
  return std::move(builder).finish();
}

}  // namespace calibrant
