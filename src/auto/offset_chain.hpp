// Binned offsets on a base: P(positive) = 1 / (1 + exp(-(z_k + delta))), one delta per bin.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "auto/offset_nodes.hpp"
#include "binning/boundary_prior.hpp"
#include "calibrant/observations.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// What chains that walk side by side share: the groups, and each group's log odds z_k.
struct OffsetProblem {
  const Observations& observations;
  const std::vector<double>& log_odds;  ///< at most kMostLogOdds in size
  const OffsetNodes& nodes;
};

/// log P(labels) under each prior: one pass.
std::vector<double> offset_log_evidences(const OffsetProblem& problem,
                                         const std::vector<Boundaries>& priors);

struct OffsetAverage {
  double log_evidence = 0;
  std::vector<double> probabilities;  ///< the posterior mean of 1 / (1 + exp(-(z_k + delta)))
};

/// `posterior`, if given, receives where the posterior of the offset is, under any of the priors
/// and at any group. Nodes with a mass of less than 1e-6 are outside, and a margin is added: the
/// groups may be fewer than those that the range is for.
std::vector<OffsetAverage> average_offsets(const OffsetProblem& problem,
                                           const std::vector<Boundaries>& priors,
                                           OffsetRange* posterior = nullptr);

/// Called with a group, the number of a prior, and the posterior of delta: `density` times the
/// nodes' weight sums to `total`.
using PosteriorVisitor =
    std::function<void(std::size_t, std::size_t, const AlignedVector& density, double total)>;

/// Visits every group, last to first, and within it every prior. Returns the log evidences; a prior
/// under which the labels are impossible (-inf) is not visited.
std::vector<double> visit_offsets(const OffsetProblem& problem,
                                  const std::vector<Boundaries>& priors,
                                  const PosteriorVisitor& visit);

}  // namespace calibrant
