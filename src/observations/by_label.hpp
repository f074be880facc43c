// Rows without weights that are already apart by their label, for callers that read them so.
#pragma once

#include "calibrant/observations.hpp"
#include "support/large_array.hpp"

namespace calibrant {

/// Scores are finite, and none is -0.0. Throws InputError if both are empty.
Observations observe_by_label(const LargeArray& negatives, const LargeArray& positives,
                              unsigned threads);

}  // namespace calibrant
