// Platt scaling: a logistic curve through the scores, or through their log odds.
#pragma once

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct PlattOptions {
  /// kScore, or kLogit for scores that are probabilities. (kLogs is fit_beta.)
  Sigmoid::Input input = Sigmoid::Input::kScore;
  Execution execution = {};
};

/// Maximum likelihood with Platt's targets, by Newton's method with backtracking (Lin, Lin & Weng
/// 2007), to a relative gradient of 1e-10: within 1e-9 of the exact optimum, for scores of any
/// size. kLogit takes scores in [0, 1] only; InputError names the first one outside by its index
/// among the sorted distinct scores.
Curve fit_platt(const Observations& observations, const PlattOptions& options = {});

}  // namespace calibrant
