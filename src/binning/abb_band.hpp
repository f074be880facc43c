// Credible bands of ABB: quantiles of the posterior of theta at every group.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "binning/boundary_prior.hpp"
#include "binning/nodes.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"
#include "support/progress.hpp"

namespace calibrant {

/// What a band averages over: the posterior under each prior, with its weight.
struct BandContext {
  const Observations& observations;
  const std::vector<Boundaries>& priors;
  const std::vector<double>& weights;
  ProgressMeter& meter;
  BinPrior prior = {};  ///< nodes must have the same
};

/// Given a group and the posterior density of its theta on the nodes (any scale), which may be
/// overwritten. Groups come in no particular order.
using DensityVisitor = std::function<void(std::size_t, AlignedVector&)>;

/// Visits the posterior of every group, from several threads: each asks for visitors of its own.
void visit_posteriors(const BandContext& context, const Nodes& nodes, unsigned threads,
                      const std::function<DensityVisitor()>& make_visitor);

/// Above this many nodes a band is taken from the mixture of Beta distributions.
inline constexpr std::size_t kMostBandNodes = std::size_t{1} << 17U;

/// The posterior on the nodes, interpolated: O(groups * nodes) a prior.
Band quadrature_band(const BandContext& context, double level, const Nodes& nodes,
                     unsigned threads);

/// The posterior as the mixture of Beta distributions it is, one per bin that holds the group:
/// O(groups^3) at worst. For few groups of huge weight, and to check the other.
Band direct_band(const BandContext& context, double level, unsigned threads);

}  // namespace calibrant
