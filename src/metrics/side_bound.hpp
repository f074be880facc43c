// A bound for the chance of a sum that is far from its mean.
#pragma once

#include <vector>

#include "metrics/label_drawing.hpp"

namespace calibrant::metrics {

/// For a statistic of the spread alone: labels drawn from the probabilities give one as large as
/// `seen` with a chance of at most this.
double side_bound(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic,
                  double seen);

}  // namespace calibrant::metrics
