// The boundary prior of SBB and ABB for one scale (include/calibrant/prior.hpp has the equation).
#pragma once

#include <vector>

#include "calibrant/observations.hpp"
#include "calibrant/prior.hpp"

namespace calibrant {

/// Everything about the prior except lambda, which multiplies: with x = lambda * gap[k],
/// q_k = -expm1(-x) and log(1 - q_k) = -x.
struct BoundaryPrior {
  /// d_k / D between group k and k + 1: one fewer than there are groups. Zero (no boundary is
  /// possible) only where two scores have the same clipped log odds.
  std::vector<double> gap;
};

/// On Scale::kLogit, throws InputError for a score outside [0, 1].
BoundaryPrior make_boundary_prior(const Observations& observations, Scale scale);

/// log q for x = lambda * gap, right to the last digits where the product or q would underflow.
/// -inf for a gap of zero.
double log_boundary(double lambda, double gap);

/// Throws OptionError unless lambda is absent, or positive and finite.
void check_prior(const Prior& prior);

}  // namespace calibrant
