// A line of values made to ascend.
#pragma once

#include <vector>

namespace calibrant {

/// The ascending values nearest in weighted squares. Values lie in [0, 1], weights are positive.
std::vector<double> ascending(const std::vector<double>& values,
                              const std::vector<double>& weights);

}  // namespace calibrant
