// Beta calibration: a logistic curve through ln s and -ln(1 - s); scores must lie in [0, 1].
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Fitted as Platt is, with the same targets. Both slopes are free. Throws InputError for a score
/// outside [0, 1], with its index among the sorted distinct scores. `threads` changes no bit of the
/// curve (0: as many as the machine has).
Curve fit_beta(const Observations& observations, unsigned threads = 0);

}  // namespace calibrant
