// What a bin knows of its probability: the posterior Beta(positives + 1, negatives + 1).
#pragma once

#include "calibrant/interval.hpp"

namespace calibrant {

/// The central credible interval at `level` (strictly between 0 and 1): the quantiles at
/// (1 - level)/2 and 1 - (1 - level)/2. Counts are finite and not negative, whole or not; never
/// throws for them. Error at most 1e-9 posterior standard deviations, plus rounding of the bound
/// itself: tests/math/beta_posterior_test.cpp.
Interval beta_interval(double negatives, double positives, double level);

}  // namespace calibrant
