// What the measures sum over: groups of tied probabilities, and their totals.
#pragma once

#include <cstddef>
#include <span>

#include "calibrant/observations.hpp"

namespace calibrant::metrics {

/// A view of Observations whose scores are known to be probabilities.
struct Predictions {
  std::span<const double> probabilities;  ///< strictly ascending
  std::span<const double> negatives;
  std::span<const double> positives;
  double negative_weight = 0;  ///< compensated sums
  double positive_weight = 0;
  double weight = 0;
  bool whole = false;  ///< are all counts known to be whole numbers?

  std::size_t groups() const noexcept { return probabilities.size(); }
  double group_weight(std::size_t k) const noexcept { return negatives[k] + positives[k]; }
};

/// Sums up the totals.
Predictions totalled(std::span<const double> probabilities, std::span<const double> negatives,
                     std::span<const double> positives);

/// Throws InputError naming `predictions[k]` if a score is no probability.
Predictions predictions_of(const Observations& observations);

/// The same for scores of any kind.
Predictions groups_of(const Observations& observations);

/// Throws OptionError if there is no bin.
void check_bins(std::size_t bins);

}  // namespace calibrant::metrics
