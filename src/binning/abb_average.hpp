// ABB at one prior of the boundaries: the average over all binnings at every group, and the
// evidence.
#pragma once

#include <vector>

#include "binning/boundary_prior.hpp"
#include "binning/chain.hpp"
#include "calibrant/abb.hpp"

namespace calibrant {

struct Average {
  std::vector<double> probabilities;  ///< P_k, in the order of the scores
  double log_evidence = 0;
};

/// What the passes of one fit share.
struct AverageContext {
  const Observations& observations;
  const Nodes* nodes = nullptr;  ///< null: the direct engine
  ProgressMeter& meter;
};

/// Forward and backward pass, side by side if `threads` allows, for every prior.
std::vector<Average> average_binnings(const AverageContext& context,
                                      const std::vector<Boundaries>& priors, unsigned threads);

/// The evidence alone: one pass per prior.
std::vector<double> log_evidences(const AverageContext& context,
                                  const std::vector<Boundaries>& priors, unsigned threads);

}  // namespace calibrant
