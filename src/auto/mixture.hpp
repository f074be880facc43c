// What Auto averages: every candidate with its evidence and its weight.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "auto/resolution.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// The boundaries that a candidate averages over.
struct Binning {
  Scale scale = Scale::kRank;
  double lambda = 1;

  bool operator==(const Binning&) const = default;
};

/// A plain base (base), a base with binned offsets (base, tau, binning), or ABB (binning).
struct AutoCandidate {
  std::optional<std::size_t> base = {};  ///< its number among the bases; absent: ABB
  std::optional<double> tau = {};
  std::optional<Binning> binning = {};
  double log_prior = 0;
  double log_evidence = 0;
  double weight = 0;
};

struct Mixture {
  std::vector<FittedFamily> bases;
  Resolution resolution;  ///< where the values stand
  std::vector<AutoCandidate> candidates = {};
  /// The mean of the evidences over all candidates, weighted by the prior.
  double log_evidence = 0;
  /// Per base, then ABB: its whole weight, and the mean probability of its candidates per group;
  /// empty if the weight is 0.
  std::vector<double> weights = {};
  std::vector<std::vector<double>> probabilities = {};
};

/// Numbers that the tests vary; see docs/math/auto.md for what they cost and change.
struct MixtureLimits {
  std::size_t most_cells = std::size_t{1} << 14U;  ///< bases are fitted to about so many
  std::size_t screening_groups = 256;              ///< evidence is first taken on so many
  std::size_t most_groups = 1024;                  ///< and the curve on so many
  double least_weight = 1e-4;                      ///< less: left out
};

Mixture average_candidates(const Observations& observations, const Execution& execution,
                           const MixtureLimits& limits = {});

}  // namespace calibrant
