// Does Auto's curve keep the order of the scores?
#pragma once

#include <vector>

#include "auto/blend.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// What each knot weighs in a projection: its group's weight, or next to nothing between groups.
std::vector<double> knot_weights(const Blend::Curved& curved, const Observations& groups);

/// Do the labels clearly speak against the order of the scores? `ordered` are the curve's values,
/// projected; `groups` are those it was fitted to.
bool order_is_wrong(const Blend::Curved& curved, const std::vector<double>& ordered,
                    const Observations& groups, const Execution& execution);

}  // namespace calibrant
