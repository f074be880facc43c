#include "observations/builder.hpp"

#include <algorithm>
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
  const auto scores = observations.scores();
  const auto negatives = observations.negatives();
  const auto positives = observations.positives();
  const std::size_t groups = observations.groups();
  if (ends != nullptr) ends->clear();
  if (groups <= most_groups) {
    for (std::size_t k = 0; ends != nullptr && k < groups; ++k) ends->push_back(k + 1);
    return observations;
  }

  ObservationsBuilder builder(most_groups);
  double before = 0;  // weight of the groups that are done
  std::size_t k = 0;
  for (std::size_t cell = 0; cell < most_groups && k < groups; ++cell) {
    // The last cell takes what is left, whatever rounding did to the sums.
    const bool last = cell + 1 == most_groups;
    const double end =
        observations.weight() * static_cast<double>(cell + 1) / static_cast<double>(most_groups);
    const std::size_t first = k;
    double a = 0;
    double b = 0;
    double offset = 0;  // weighted sum of score differences: exact for a single group
    while (k < groups && (last || k == first || before + a + b < end)) {
      a += negatives[k];
      b += positives[k];
      offset += (negatives[k] + positives[k]) * (scores[k] - scores[first]);
      ++k;
    }
    const double mean = scores[first] + offset / (a + b);
    builder.add(std::clamp(mean, scores[first], scores[k - 1]), a, b);
    if (ends != nullptr) ends->push_back(k);
    before += a + b;
  }
  return std::move(builder).finish();
}

}  // namespace calibrant
