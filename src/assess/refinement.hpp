// How much of a loss of several classes would recalibration take away?
#pragma once

#include "calibrant/assess.hpp"
#include "calibrant/multiclass_metrics.hpp"

namespace calibrant {

/// Fills in the calibration and the refinement of both losses, with their intervals. Nothing with
/// fewer than 10 rows.
void split_losses(const MulticlassPredictions& predictions, const AssessOptions& options,
                  MulticlassScorecard& card, MulticlassIntervals& intervals);

}  // namespace calibrant
