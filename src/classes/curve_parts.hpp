// Parts that are made of curves: one-vs-rest, and the top label's.
#pragma once

#include <optional>

#include "calibrant/classes.hpp"
#include "classes/fold_rows.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// Auto's curves of all classes and of the top label, fitted to all rows but those of a range.
/// `probabilities` are in blocks. Scores are joined into at most `max_groups` groups.
struct CurveParts {
  OneVsRestPart rest;
  TopLabelPart top;
};
CurveParts fit_curve_parts(const FoldRows& rows, const AlignedVector& probabilities,
                           BlockRange left_out, std::size_t max_groups);

}  // namespace calibrant
