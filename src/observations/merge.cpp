// Observations are a sufficient statistic: to absorb rows is to add counts.
#include <cstddef>
#include <utility>

#include "calibrant/observations.hpp"
#include "observations/builder.hpp"
#include "support/check.hpp"

namespace calibrant {

Observations merge(const Observations& a, const Observations& b) {
  ObservationsBuilder builder(a.groups() + b.groups());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.groups() || j < b.groups()) {
    const bool from_a = j == b.groups() || (i < a.groups() && a.scores()[i] <= b.scores()[j]);
    const bool from_b = i == a.groups() || (j < b.groups() && b.scores()[j] <= a.scores()[i]);
    const double score = from_a ? a.scores()[i] : b.scores()[j];
    builder.add(score, (from_a ? a.negatives()[i] : 0.0) + (from_b ? b.negatives()[j] : 0.0),
                (from_a ? a.positives()[i] : 0.0) + (from_b ? b.positives()[j] : 0.0));
    if (from_a) ++i;
    if (from_b) ++j;
  }
  return std::move(builder).finish();
}

Observations reweigh(const Observations& observations, double factor) {
  check_option_positive("factor", factor);
  ObservationsBuilder builder(observations.groups());
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double negatives = factor * observations.negatives()[k];
    const double positives = factor * observations.positives()[k];
    if (negatives + positives > 0) builder.add(observations.scores()[k], negatives, positives);
  }
  return std::move(builder).finish();
}

}  // namespace calibrant
