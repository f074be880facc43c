// The likelihood of one bin, theta integrated out: the factor A! B! / (A+B+1)! of equation 6.
#pragma once

#include <cstddef>
#include <vector>

namespace calibrant {

/// log of the integral of theta^B (1 - theta)^A = log( Gamma(A+1) Gamma(B+1) / Gamma(A+B+2) ) for
/// finite A, B >= 0, whole or not. Never positive. Error at most 8 units in the last place of the
/// result, or 4e-15 where both counts are below 10: tests/math/log_beta_test.cpp.
double log_bin_likelihood(double negatives, double positives);

/// The same for whole counts, as three loads. Differences of log-factorials cancel: at N = 1e6 they
/// are 2e7 and a bin's logarithm may be 14. The table therefore holds
///
///   T(n) = log n! - n (log N - 1),   between -N/e and log(N)/2 + 1,
///
/// no larger than the results. The linear term drops out but for one constant:
///
///   log_bin_likelihood(A, B) = T(A) + T(B) - T(A+B+1) - (log N - 1).
class BinLikelihoodTable {
 public:
  /// For counts with a sum of at most `largest` >= 1.
  explicit BinLikelihoodTable(std::size_t largest);

  const double* data() const noexcept { return table_.data(); }
  double constant() const noexcept { return constant_; }  ///< log N - 1

 private:
  std::vector<double> table_;
  double constant_ = 0;
};

}  // namespace calibrant
