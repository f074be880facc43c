// The boundary prior of SBB and ABB for one scale (include/calibrant/prior.hpp has the equation).
#pragma once

#include <optional>
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

/// One prior of the boundaries.
struct Boundaries {
  const std::vector<double>* gaps = nullptr;  ///< d_k / D
  double lambda = 1;
  std::optional<Scale> scale = {};  ///< where scales differ
};

/// The one lambda of the prior, or the grid.
std::vector<double> lambdas_of(const Prior& prior);

/// The gaps on one scale.
struct ScaleGaps {
  Scale scale = Scale::kRank;
  std::vector<double> gaps;
};

/// On the scale of the prior; or, if it has none, on every scale that the scores allow: kLogit only
/// if they are probabilities whose clipped log odds are distinct. Throws InputError as
/// make_boundary_prior does.
std::vector<ScaleGaps> gaps_on_scales(const Observations& observations, const Prior& prior);

/// Every scale with every lambda, scale by scale.
std::vector<Boundaries> boundaries_of(const std::vector<ScaleGaps>& scales,
                                      const std::vector<double>& lambdas);

/// On Scale::kLogit, throws InputError for a score outside [0, 1].
BoundaryPrior make_boundary_prior(const Observations& observations, Scale scale);

/// log q for x = lambda * gap, right to the last digits where the product or q would underflow.
/// -inf for a gap of zero.
double log_boundary(double lambda, double gap);

/// Throws OptionError unless lambda is absent, or positive and finite.
void check_prior(const Prior& prior);

}  // namespace calibrant
