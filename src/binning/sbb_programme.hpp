// SBB's dynamic programme: the best binning for one lambda, exactly.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "binning/boundary_prior.hpp"
#include "calibrant/observations.hpp"
#include "math/log_beta.hpp"
#include "support/progress.hpp"

namespace calibrant {

/// What all lambdas share. The observations must outlive it.
struct BinningProblem {
  const Observations& observations;
  BoundaryPrior prior;
  /// Absent: counts are not whole, or so large that a table would not pay.
  std::optional<BinLikelihoodTable> table;
};

BinningProblem make_binning_problem(const Observations& observations, BoundaryPrior prior);
BinningProblem make_binning_problem(const Observations& observations, Scale scale);

struct ProgrammeOptions {
  bool prune = true;         ///< false: every start at every end, O(groups^2); the reference
  bool keep_values = false;  ///< fill BestBinning::values
};

struct BestBinning {
  std::vector<std::size_t> ends;  ///< one past the last group of each bin
  double log_score = 0;           ///< of equation 6, summed afresh over these bins
  std::vector<double> values;     ///< V(u) in logs for each last group u, if asked for
  // How much work it was.
  double evaluations = 0;       ///< candidate starts, summed over all ends
  std::size_t most_starts = 0;  ///< the largest number of candidates at one end
  double survivors = 0;         ///< candidates left by a pruning, on average
};

/// `progress` is told of every group once.
BestBinning best_binning(const BinningProblem& problem, double lambda, ProgressMeter& progress,
                         const ProgrammeOptions& options = {});

}  // namespace calibrant
