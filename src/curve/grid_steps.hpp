// A grid as the steps that it is, to the last bit.
#pragma once

#include "calibrant/curve.hpp"

namespace calibrant {

/// The same curve with a Grid turned into Steps; other shapes as they are. A border is the smallest
/// double that falls into the next cell; cells that no double falls into vanish.
Curve grid_to_steps(const Curve& curve);

}  // namespace calibrant
