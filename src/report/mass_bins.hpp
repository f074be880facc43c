// Observations cut into bins of equal mass: what the bins of a diagram hold, and what is drawn of
// more groups than the eye can tell apart.
#pragma once

#include <cstddef>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant::report {

struct MassBin {
  double low = 0;   ///< its smallest score
  double high = 0;  ///< its largest
  double mean = 0;  ///< of its scores, by weight
  double negatives = 0;
  double positives = 0;

  double weight() const { return negatives + positives; }
  double observed() const { return positives / weight(); }
};

/// The bins that hold anything, in ascending order, at most `bins`; ties stay together. A group
/// goes to bin floor(bins (C + n/2) / N), as in BinStrategy::kEqualMass.
std::vector<MassBin> mass_bins(const Observations& observations, std::size_t bins);

/// Ten bins, twenty from 2,000 rows on.
std::size_t usual_bins(const Observations& observations);

/// At most `most` groups: neighbours are joined, at their mean score.
Observations thinned(const Observations& observations, std::size_t most);

/// The exact binomial (Clopper-Pearson) interval of a share of positives. Weights that are not
/// whole: its continuous form, but from 0 below one positive and up to 1 below one negative.
Interval exact_binomial_interval(double negatives, double positives, double level);

}  // namespace calibrant::report
