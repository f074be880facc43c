// Logistic regression on one or two features with a Normal prior of the coefficients.
#pragma once

#include <array>
#include <span>

#include "calibrant/observations.hpp"
#include "support/small_cholesky.hpp"

namespace calibrant {

/// Independent, with one deviation.
struct CoefficientPrior {
  std::array<double, 3> mean = {};
  double deviation = 1;
};

struct BayesianLogistic {
  std::array<double, 3> coefficients = {};  ///< of 1, first, second: the peak of the posterior
  Cholesky3 precision = {};                 ///< of the posterior there
  double log_likelihood = 0;
  double log_evidence = 0;  ///< Laplace's
};

/// `second` may be empty.
BayesianLogistic fit_bayesian_logistic(const Observations& observations,
                                       std::span<const double> first,
                                       std::span<const double> second,
                                       const CoefficientPrior& prior);

}  // namespace calibrant
