// Isotonic regression: the non-decreasing curve nearest to the labels in weighted squares.
#pragma once

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

struct IsotonicOptions {
  /// Straight lines between the scores instead of steps with half-way borders.
  bool interpolate = false;
};

Curve fit_isotonic(const Observations& observations, const IsotonicOptions& options = {});

}  // namespace calibrant
