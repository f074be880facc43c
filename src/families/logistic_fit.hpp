// Logistic regression with Platt's targets on one or two features: the solver of Platt and beta.
#pragma once

#include "calibrant/large_array.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// z = intercept + first * f + second * g for raw features f and g; P(positive) = 1/(1 + exp(-z)).
struct LogisticFit {
  double intercept = 0;
  double first = 0;
  double second = 0;
  int steps = 0;           ///< Newton steps taken
  bool converged = false;  ///< gradient below 1e-10, relative, within 100 steps
};

/// One value per group; `second` may be empty. Values are finite and of moderate size (their
/// squares must not overflow: scale scores by a power of two before). A feature that does not vary
/// gets slope 0; of two that vary together exactly, the slopes of least norm.
LogisticFit fit_logistic(const Observations& observations, LargeArray first, LargeArray second);

}  // namespace calibrant
