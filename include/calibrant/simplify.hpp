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

/// As little of a curve as the data can tell, which is what the methods' table makes of Auto's
/// unless it is to be exact. Segments of some thousand knots become 300 or fewer, and their numbers
/// become short. If the curve is right, the thinned one loses 1e-9 in mean log loss at most, or
/// what 300 knots allow, but never more than 1e-6. Each value keeps its log odds within 0.01 and
/// each bound of a band within a fiftieth of its distance from the curve. What ascends still
/// ascends, and bounds that have the curve between them still have.
///
/// Sigmoid, Steps and Grid: unchanged. So are Segments that span more than the largest double.
Curve thin(const Curve& curve);

}  // namespace calibrant
