// Fewer knots, the same curve within an error.
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"

namespace CALIBRANT_API calibrant {

/// Thins a curve: nowhere does the result differ from it by more than `tolerance` (but for
/// rounding, 1e-15), and nor do the bounds of the band, if there is one.
///
/// Steps: neighbours are merged, each run taking the middle of its values: the fewest pieces that
/// any stepped curve can have. A Grid is read as the Steps that it is.
/// Segments: a selection of the given knots with their values, so what ascends still ascends: the
/// fewest of all selections, up to 3e8 tests of a knot against a chord, which 20,000 knots never
/// need; beyond, almost the fewest (2 % more at 200,000 knots of ABB).
/// Sigmoid: unchanged.
///
/// Throws OptionError unless the tolerance is a finite number, zero or more.
Curve simplify(const Curve& curve, double tolerance);

}  // namespace calibrant
