#include "auto/batches.hpp"

#include <algorithm>

#include "auto/offset_chain.hpp"
#include "binning/abb_average.hpp"
#include "binning/inseparable.hpp"

namespace calibrant {
namespace {

// An evidence good to 1e-3: enough to leave out what is hopeless.
constexpr double kScreeningFineness = 0.67;
constexpr std::size_t kMostRateNodes = std::size_t{1} << 13U;
constexpr std::size_t kMostOffsetNodes = std::size_t{1} << 15U;

std::vector<Boundaries> priors_of(const Mixture& mixture, const Resolution& resolution,
                                  const Batch& batch) {
  std::vector<Boundaries> priors;
  for (const std::size_t i : batch) {
    const Binning& binning = *mixture.candidates[i].binning;
    priors.push_back({&resolution.gaps_on(binning.scale), binning.lambda});
  }
  return priors;
}

OffsetNodes nodes_within(const Resolution& resolution, std::size_t base, double tau,
                         double fineness, const OffsetRange& range) {
  const double information =
      offset_information(resolution.observations, resolution.log_odds[base], range);
  return make_offset_nodes(tau, information, fineness, range);
}

std::vector<CandidateResult> run_chains(const OffsetProblem& problem,
                                        const std::vector<Boundaries>& priors, Wanted wanted,
                                        double gained_over) {
  std::vector<CandidateResult> results;
  if (wanted == Wanted::kEvidence) {
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

std::vector<CandidateResult> run_offsets(const Mixture& mixture, const Resolution& resolution,
                                         const Resolution& coarse, const Batch& batch,
                                         Wanted wanted) {
  const AutoCandidate& first = mixture.candidates[batch.front()];
  const std::size_t base = *first.base;
  const double tau = *first.tau;
  OffsetRange range = whole_range(tau);
  double fineness = kScreeningFineness;
  if (wanted == Wanted::kProbabilities) {
    // A coarse pass finds where the offsets are, and the fine one covers that alone.
    const OffsetNodes nodes = nodes_within(coarse, base, tau, kScreeningFineness, range);
    const std::vector<Boundaries> priors = priors_of(mixture, coarse, batch);
    range = posterior_range({coarse.observations, coarse.log_odds[base], nodes}, priors);
    fineness = kOffsetFineness;
  }
  const OffsetNodes nodes = nodes_within(resolution, base, tau, fineness, range);
  // What the offsets gain over the plain base, at this resolution; the base itself is judged at the
  // finest.
  const double gained_over = mixture.bases[base].log_evidence - resolution.log_likelihood[base];
  return run_chains({resolution.observations, resolution.log_odds[base], nodes},
                    priors_of(mixture, resolution, batch), wanted, gained_over);
}

// Bins in closed form: what few groups cost does not depend on their weight.
std::vector<CandidateResult> run_abb_directly(const Observations& observations,
                                              const std::vector<Boundaries>& priors,
                                              Wanted wanted) {
  std::vector<CandidateResult> results;
  ProgressMeter meter;
  for (const Boundaries& prior : priors) {
    const Joined joined = join_inseparable(observations, *prior.gaps);
    const AverageContext context = {joined.observations, nullptr, meter};
    const std::vector<Boundaries> one = {{&joined.gaps, prior.lambda}};
    if (wanted == Wanted::kEvidence) {
      results.push_back({log_evidences(context, one, 1).front(), {}});
    } else {
      const Average average = average_binnings(context, one, 1).front();
      results.push_back({average.log_evidence, spread(average.probabilities, joined.group_of)});
    }
  }
  return results;
}

std::vector<CandidateResult> run_abb(const Mixture& mixture, const Resolution& resolution,
                                     const Batch& batch, Wanted wanted) {
  const Observations& seen = resolution.observations;
  const std::vector<Boundaries> priors = priors_of(mixture, resolution, batch);
  if (rate_node_count(seen.weight(), seen.whole()) > kMostRateNodes) {
    return run_abb_directly(seen, priors, wanted);
  }
  const OffsetNodes nodes = make_rate_nodes(seen.weight(), seen.whole());
  const std::vector<double> zeros(seen.groups(), 0.0);
  return run_chains({seen, zeros, nodes}, priors, wanted, 0);
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
                                       const Resolution& coarse, const Batch& batch,
                                       Wanted wanted) {
  return mixture.candidates[batch.front()].base
             ? run_offsets(mixture, resolution, coarse, batch, wanted)
             : run_abb(mixture, resolution, batch, wanted);
}

bool too_many_offset_nodes(double tau, double total_weight) {
  return offset_node_count(tau, total_weight, kOffsetFineness) > kMostOffsetNodes;
}

}  // namespace calibrant
