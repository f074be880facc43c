// Auto: for when you do not want to choose. Curves of few parameters, the same with binned
// corrections, and ABB, averaged by what the data say of each.
#pragma once

#include <optional>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct AutoOptions {
  /// Never let a higher score have a lower probability: the average is projected by weighted
  /// isotonic regression. Absent: unless the labels clearly speak against it.
  std::optional<bool> monotone = {};
  /// Credible band at this level: quantiles of the average.
  std::optional<double> level = {};
  Execution execution = {};
};

/// Scores are probabilities if all lie in [0, 1]; otherwise the bases that need probabilities take
/// no part. The curve has a knot at every group (at most 2^14: neighbours are merged beyond) and as
/// many more as follow the average within 1e-6, also beyond the scores that were seen; the methods'
/// table thins it (simplify.hpp). Its Origin lists all candidates of weight 1e-4 or more, the
/// heaviest first.
Curve fit_auto(const Observations& observations, const AutoOptions& options = {});

}  // namespace calibrant
