// Temperature scaling: log odds times one slope.
#pragma once

#include <span>

#include "calibrant/observations.hpp"

namespace calibrant {

/// The slope of greatest likelihood with Platt's targets, which keep it finite; 1 if all log odds
/// are 0. One weight and one number of log odds per group.
double fit_slope(const Observations& observations, std::span<const double> weights,
                 std::span<const double> log_odds);

}  // namespace calibrant
