// The check of methods whose scores must be probabilities.
#pragma once

#include <algorithm>
#include <cstddef>

#include "calibrant/observations.hpp"
#include "support/check.hpp"

namespace calibrant {

/// Throws InputError for the first of the sorted distinct scores outside [0, 1], with its index
/// among them (rows are no longer known here).
inline void check_probability_scores(const Observations& observations) {
  const auto scores = observations.scores();
  check_probability("scores", 0, scores.front());
  if (scores.back() <= 1) return;
  const auto first = std::upper_bound(scores.begin(), scores.end(), 1.0);
  check_probability("scores", static_cast<std::size_t>(first - scores.begin()), *first);
}

}  // namespace calibrant
