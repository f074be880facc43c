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

/// Where offsets may lie.
struct OffsetRange {
  double low = 0;
  double high = 0;

  bool operator==(const OffsetRange&) const = default;
};

/// delta ~ Normal(0, tau^2) on even nodes within a range: at most [-6 tau, 6 tau].
struct OffsetNodes {
  std::size_t count = 0;  ///< the arrays are padded to a multiple of eight
  double spacing = 0;     ///< 0: they are not even
  OffsetRange range;
  AlignedVector delta;
  AlignedVector exp_delta;
  AlignedVector weight;  ///< over the whole range they sum to one; 0 in the padding

  kernels::OffsetSpan span() const {
    return {delta.size(), delta.data(), exp_delta.data(), weight.data()};
  }
};

/// `fineness` divides the narrowest posterior deviation, 1 / sqrt(1 / tau^2 + information); 1.25
/// makes probabilities good to 1e-6, where an offset within six tau can please the labels.
inline constexpr double kOffsetFineness = 1.25;
std::size_t offset_node_count(double tau, double total_weight, double fineness);
/// Over the whole range; the information of so many labels is at most a quarter each.
OffsetNodes make_offset_nodes(double tau, double total_weight, double fineness);
OffsetNodes make_offset_nodes(double tau, double information, double fineness,
                              const OffsetRange& range);
/// All that an offset of this tau can be.
OffsetRange whole_range(double tau);

/// The most that the labels can say about one offset for all groups, anywhere within the range: the
/// sum of n p (1 - p).
double offset_information(const Observations& observations, const std::vector<double>& log_odds,
                          const OffsetRange& range);

/// ABB as offsets on log odds of zero: theta = 1 / (1 + exp(-delta)) is uniform on [0, 1]. Good to
/// 1e-7.
std::size_t rate_node_count(double total_weight, bool whole);
OffsetNodes make_rate_nodes(double total_weight, bool whole);

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
