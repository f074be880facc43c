// Logistic regression with Platt's targets on one or two features: the solver of the families.
#pragma once

#include <span>

#include "calibrant/observations.hpp"
#include "families/logistic_problem.hpp"

namespace calibrant {

/// z = intercept + first * f + second * g for raw features f and g; P(positive) = 1/(1 + exp(-z)).
struct LogisticFit {
  double intercept = 0;
  double first = 0;
  double second = 0;
  int steps = 0;           ///< Newton steps taken
  bool converged = false;  ///< gradient or step small enough within 100 steps
};

/// Features already at hand, one value per group; `second` may be empty. They must outlive the
/// result.
MakeFeatures features_in(std::span<const double> first, std::span<const double> second = {});

/// A feature that does not vary gets slope 0; of two that vary together exactly, the slopes of
/// least norm.
LogisticFit fit_logistic(const Observations& observations, const MakeFeatures& make,
                         const LogisticModel& model, unsigned threads = 1);

}  // namespace calibrant
