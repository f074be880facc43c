// Temperature scaling: the log odds of the scores times one slope; scores must lie in [0, 1].
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Fitted as Platt is, with the same targets, but without an intercept: a score of one half stays
/// what it is. The slope is 1 if all scores are one half. Throws InputError for a score outside
/// [0, 1], with its index among the sorted distinct scores.
Curve fit_temperature(const Observations& observations, const Execution& execution = {});

}  // namespace calibrant
