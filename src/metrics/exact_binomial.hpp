// The exact binomial test; its interval is exact_binomial_interval() of calibrant/metrics.hpp.
#pragma once

namespace calibrant::metrics {

/// Two-sided: twice the smaller tail, so that it is at most 1 - level where the interval at that
/// level does not hold p. Counts that are not whole: as in the interval.
double exact_binomial_p(double negatives, double positives, double p);

}  // namespace calibrant::metrics
