// Isotonic regression: the non-decreasing curve nearest to the labels in weighted squares.
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct IsotonicOptions {
  /// Straight lines between blocks of equal value (knots at the first and last score of each)
  /// instead of steps with half-way borders.
  bool interpolate = false;
  Execution execution = {};
};

/// Values are plain fractions, so they may be 0 and 1. Steps rise strictly, to the bit.
Curve fit_isotonic(const Observations& observations, const IsotonicOptions& options = {});

}  // namespace calibrant
