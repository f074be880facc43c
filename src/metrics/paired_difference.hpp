// How sure is a difference between two methods that were measured on the same rows?
//
// A method costs each row something, such as its log loss. The differences d of two methods' costs,
// row by row, leave out what makes a row hard for both. Their mean has the interval
//
//   mean(d) ± t s / sqrt(N),    s^2 = sum (d - mean)^2 / (N - 1).
//
// Log losses have heavy tails: a few surprises can carry the whole variance, and then N rows say no
// more than these few. So t is Student's quantile not with N - 1 degrees of freedom but with
//
//   (sum c^2)^2 / sum c^4 - 1,    c = d - mean,
//
// which is N - 1 if all |c| are equal and 0 if one row has all the variance (2 is the least that is
// used). Bonferroni's correction makes all intervals of a comparison hold together. What this
// comes to where methods are equally good: bench/quality/simulated/false_claims.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "calibrant/curve.hpp"

namespace calibrant::metrics {

struct PairedDifference {
  double value = 0;
  std::optional<double> standard_error = {};  ///< absent if the weight is not above 1
  std::optional<Interval> interval = {};      ///< absent with the standard error
};

/// The mean of `differences` by weight, with an interval that holds together with those of
/// `comparisons` - 1 others. Weights act as frequencies; none: all 1.
PairedDifference paired_difference(std::span<const double> differences,
                                   std::span<const double> weights, double level,
                                   std::size_t comparisons);

/// Student's t that is exceeded with probability `tail` < 1/2; any degrees of freedom from 1 on.
double student_quantile(double degrees, double tail);

}  // namespace calibrant::metrics
