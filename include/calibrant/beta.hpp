// Beta calibration: a logistic curve through ln s and -ln(1 - s); scores must lie in [0, 1].
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Fitted as Platt is, with the same targets. Both slopes are free. Throws InputError for a score
/// outside [0, 1], with its index among the sorted distinct scores.
Curve fit_beta(const Observations& observations, const Execution& execution = {});

}  // namespace calibrant
