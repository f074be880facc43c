// How many of independent rows are positive, each with its own probability?
#pragma once

#include <optional>
#include <vector>

#include "metrics/label_drawing.hpp"

namespace calibrant::metrics {

/// The chance that the number of positives is at least `gap` away from the one that is expected, on
/// either side. Exact; absent if weights are not whole, or if it would take long.
std::optional<double> total_chance(const std::vector<LabelGroup>& groups, double gap);

}  // namespace calibrant::metrics
