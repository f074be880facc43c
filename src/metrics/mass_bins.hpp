// Observations cut into bins of equal mass: what the bins of a diagram hold, and what is drawn of
// more groups than the eye can tell apart.
#pragma once

#include <cstddef>
#include <vector>

#include "calibrant/diagnosis.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// The bins that hold anything, in ascending order, at most `bins`; ties stay together. A group
/// goes to bin floor(bins (C + n/2) / N), as in BinStrategy::kEqualMass.
std::vector<MassBin> mass_bins(const Observations& observations, std::size_t bins);

/// Ten bins, twenty from 2,000 rows on.
std::size_t usual_bins(const Observations& observations);

/// At most `most` groups: neighbours are joined, at their mean score.
Observations thinned(const Observations& observations, std::size_t most);

}  // namespace calibrant
