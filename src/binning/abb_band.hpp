// Credible bands of ABB: quantiles of the posterior of theta at every group.
#pragma once

#include <vector>

#include "binning/nodes.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"
#include "support/progress.hpp"

namespace calibrant {

/// What a band averages over: the posterior of each lambda, with its weight.
struct BandContext {
  const Observations& observations;
  const std::vector<double>& gaps;
  const std::vector<double>& lambdas;
  const std::vector<double>& weights;
  double level;
  ProgressMeter& meter;
};

/// The posterior on the nodes, interpolated: O(groups * nodes) a lambda.
Band quadrature_band(const BandContext& context, const Nodes& nodes, unsigned threads);

/// The posterior as the mixture of Beta distributions it is, one per bin that holds the group:
/// O(groups^3) at worst. For few groups of huge weight, and to check the other.
Band direct_band(const BandContext& context, unsigned threads);

}  // namespace calibrant
