#include "auto/batches.hpp"

#include <algorithm>

#include "auto/offset_chain.hpp"
#include "binning/abb_average.hpp"
#include "binning/engine.hpp"
#include "binning/inseparable.hpp"

namespace calibrant {
namespace {

// An evidence good to 1e-3: enough to leave out what is hopeless.
constexpr double kScreeningFineness = 0.67;
constexpr std::size_t kMostOffsetNodes = std::size_t{1} << 15U;

std::vector<CandidateResult> run_offsets(const Mixture& mixture, const Resolution& resolution,
                                         const Batch& batch, Wanted wanted) {
  const AutoCandidate& first = mixture.candidates[batch.front()];
  const std::size_t base = *first.base;
  std::vector<Boundaries> priors;
  for (const std::size_t i : batch) {
    const AutoCandidate& candidate = mixture.candidates[i];
    priors.push_back({&resolution.gaps_on(candidate.binning->scale), candidate.binning->lambda});
  }
  const bool evidence_only = wanted == Wanted::kEvidence;
  const OffsetNodes nodes = make_offset_nodes(*first.tau, resolution.observations.weight(),
                                              evidence_only ? kScreeningFineness : kOffsetFineness);
  const OffsetProblem problem = {resolution.observations, resolution.log_odds[base], nodes};
  // What the offsets gain over the plain base, at this resolution; the base itself is judged at the
  // finest.
  const double gained_over = mixture.bases[base].log_evidence - resolution.log_likelihood[base];
  std::vector<CandidateResult> results;
  if (evidence_only) {
    for (const double evidence : offset_log_evidences(problem, priors)) {
      results.push_back({evidence + gained_over, {}});
    }
  } else {
    for (OffsetAverage& average : average_offsets(problem, priors)) {
      results.push_back({average.log_evidence + gained_over, std::move(average.probabilities)});
    }
  }
  return results;
}

std::vector<CandidateResult> run_abb(const Mixture& mixture, const Resolution& resolution,
                                     const Batch& batch, Wanted wanted) {
  const Scale scale = mixture.candidates[batch.front()].binning->scale;
  const Joined joined = join_inseparable(resolution.observations, resolution.gaps_on(scale));
  std::vector<Boundaries> priors;
  for (const std::size_t i : batch) {
    priors.push_back({&joined.gaps, mixture.candidates[i].binning->lambda});
  }
  const std::optional<Nodes> nodes = nodes_for(joined.observations, Engine::kAuto);
  ProgressMeter meter;
  const AverageContext context = {joined.observations, nodes ? &*nodes : nullptr, meter};
  std::vector<CandidateResult> results;
  if (wanted == Wanted::kEvidence) {
    for (const double evidence : log_evidences(context, priors, 1)) {
      results.push_back({evidence, {}});
    }
  } else {
    for (const Average& average : average_binnings(context, priors, 1)) {
      results.push_back({average.log_evidence, spread(average.probabilities, joined.group_of)});
    }
  }
  return results;
}

}  // namespace

std::vector<Batch> make_batches(const std::vector<AutoCandidate>& candidates,
                                const std::vector<char>& kept) {
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const AutoCandidate& candidate = candidates[i];
    if (kept[i] == 0 || !candidate.binning) continue;
    const auto same = std::find_if(batches.begin(), batches.end(), [&](const Batch& batch) {
      const AutoCandidate& other = candidates[batch.front()];
      return other.base == candidate.base && other.tau == candidate.tau &&
             (candidate.base || other.binning->scale == candidate.binning->scale);
    });
    if (same == batches.end()) {
      batches.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return batches;
}

std::vector<CandidateResult> run_batch(const Mixture& mixture, const Resolution& resolution,
                                       const Batch& batch, Wanted wanted) {
  return mixture.candidates[batch.front()].base ? run_offsets(mixture, resolution, batch, wanted)
                                                : run_abb(mixture, resolution, batch, wanted);
}

bool too_many_offset_nodes(double tau, double total_weight) {
  return offset_node_count(tau, total_weight, kOffsetFineness) > kMostOffsetNodes;
}

}  // namespace calibrant
