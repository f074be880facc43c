// Newton's method on the likelihood of a logistic regression with up to three coefficients.
#pragma once

#include <functional>

#include "kernels/logistic.hpp"
#include "math/cholesky.hpp"

namespace calibrant {

/// Minimises  sum_k n_k log(1 + exp(z_k)) - targets . c + c' penalty c / 2 - pull . c.
struct LogisticLoss {
  std::function<LogisticSums(const Coefficients&)> sums = {};
  Vector3 targets = {};   ///< sums of T, T x, T y
  bool intercept = true;  ///< false: it stays at 0
  Matrix3 penalty = {};
  Vector3 pull = {};
};

struct NewtonResult {
  Coefficients coefficients = {};
  int steps = 0;
  bool converged = false;
};

/// Features are of about unit variance and weights add up to about 1, which is what "small" is
/// measured by.
NewtonResult minimise(const LogisticLoss& loss, const Coefficients& start);

}  // namespace calibrant
