// Candidates that are computed together.
#pragma once

#include <cstddef>
#include <vector>

#include "auto/mixture.hpp"

namespace calibrant {

/// Numbers of candidates of one base and tau, which share the likelihoods of the groups, or of ABB
/// on one scale. Plain bases need no batch.
using Batch = std::vector<std::size_t>;

/// `kept` says which candidates still take part.
std::vector<Batch> make_batches(const std::vector<AutoCandidate>& candidates,
                                const std::vector<char>& kept);

struct CandidateResult {
  double log_evidence = 0;
  std::vector<double> probabilities;  ///< per group; empty if only evidence was asked for
};

enum class Wanted { kEvidence, kProbabilities };

/// The results of one batch, in its order. `coarse` is the resolution on which it was screened.
std::vector<CandidateResult> run_batch(const Mixture& mixture, const Resolution& resolution,
                                       const Resolution& coarse, const Batch& batch, Wanted wanted);

/// Offsets of this tau would need more nodes than are worth it.
bool too_many_offset_nodes(double tau, double total_weight);

}  // namespace calibrant
