// Binned offsets on a base: P(positive) = 1 / (1 + exp(-(z_k + delta))), one delta per bin.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "binning/boundary_prior.hpp"
#include "calibrant/observations.hpp"
#include "kernels/offset.hpp"
#include "math/log_odds.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// delta ~ Normal(0, tau^2) on even nodes in [-6 tau, 6 tau].
struct OffsetNodes {
  std::size_t count = 0;  ///< the arrays are padded to a multiple of eight
  double spacing = 0;
  double reach = 0;
  AlignedVector delta;
  AlignedVector exp_delta;
  AlignedVector weight;  ///< they sum to one; 0 in the padding

  kernels::OffsetSpan span() const {
    return {delta.size(), delta.data(), exp_delta.data(), weight.data()};
  }
};

/// `fineness` divides the narrowest posterior deviation 1 / sqrt(1 / tau^2 + N / 4); 1.25 makes
/// probabilities good to 1e-6, where an offset within six tau can please the labels.
inline constexpr double kOffsetFineness = 1.25;
std::size_t offset_node_count(double tau, double total_weight, double fineness);
OffsetNodes make_offset_nodes(double tau, double total_weight, double fineness);

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

std::vector<OffsetAverage> average_offsets(const OffsetProblem& problem,
                                           const std::vector<Boundaries>& priors);

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
