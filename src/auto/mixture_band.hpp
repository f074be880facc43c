// Credible bands of Auto: quantiles of the mixture of all candidates' posteriors.
#pragma once

#include <vector>

#include "auto/mixture.hpp"
#include "calibrant/execution.hpp"

namespace calibrant {

/// Log odds, one pair per group of the mixture's resolution.
struct LogOddsBand {
  std::vector<double> lower;
  std::vector<double> upper;
};

LogOddsBand mixture_band(const Mixture& mixture, double level, const Execution& execution);

}  // namespace calibrant
