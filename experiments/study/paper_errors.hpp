// Calibration errors as the paper's tables print them, which is not as its text defines them.
//
// Deviations from the text, found by recomputing the SPECT tables, where they agree in every
// printed digit: ten groups of equally many rows, the first N mod 10 of them one row larger,
// instead of ten bins of equal width; and ECE = sqrt(mean over the groups of P(i) |o_i - e_i|)
// instead of the plain sum. Rows are sorted by (probability, label), so tied rows can fall into
// different groups, the negative ones first.
#pragma once

#include "calibrant/observations.hpp"

namespace calibrant::experiments {

struct PaperErrors {
  double mce = 0;
  double ece = 0;
};

/// Of rows without weights.
PaperErrors paper_errors(const Observations& predictions);

}  // namespace calibrant::experiments
