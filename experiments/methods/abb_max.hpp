// ABB as the paper's prose has it: "the highest score binning" of every prefix and suffix.
#pragma once

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant::experiments {

/// With max in place of sum in both recursions, scale `rank`, lookup `previous`. This is not the
/// average over all binnings that the paper's equation 7 defines; fit_abb is.
Curve fit_abb_max(const Observations& observations, double lambda);

}  // namespace calibrant::experiments
