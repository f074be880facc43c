// Quadratic calibration: a logistic curve through logit s and its square; scores must lie in [0,
// 1].
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Fitted with Platt's targets and a weak prior, which keeps separable data finite. The curve is
/// made of straight lines within 1e-6 of the quadratic. It stays level beyond the lowest and the
/// highest score, so it turns only where scores were seen. Throws InputError for a score outside
/// [0, 1], with its index among the sorted distinct scores.
Curve fit_quadratic(const Observations& observations, const Execution& execution = {});

}  // namespace calibrant
