#include "auto/batches.hpp"

#include <algorithm>

#include "auto/offset_chain.hpp"
#include "binning/abb_average.hpp"
#include "binning/inseparable.hpp"
#include "math/log_odds.hpp"
#include "math/straight_lines.hpp"

namespace calibrant {
namespace {

// An evidence good to 1e-3: enough to leave out what is hopeless.
constexpr double kScreeningFineness = 0.67;
// Candidates of less weight are not worth many groups.
constexpr double kHeavy = 0.01;
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

std::vector<CandidateResult> evidences_of(const OffsetProblem& problem,
                                          const std::vector<Boundaries>& priors,
                                          double gained_over) {
  std::vector<CandidateResult> results;
  for (const double evidence : offset_log_evidences(problem, priors)) {
    results.push_back({evidence + gained_over, {}});
  }
  return results;
}

std::vector<CandidateResult> averages_of(const OffsetProblem& problem,
                                         const std::vector<Boundaries>& priors, double gained_over,
                                         OffsetRange* posterior = nullptr) {
  std::vector<CandidateResult> results;
  for (OffsetAverage& average : average_offsets(problem, priors, posterior)) {
    results.push_back({average.log_evidence + gained_over, std::move(average.probabilities)});
  }
  return results;
}

OffsetNodes nodes_within(const Resolution& resolution, std::size_t base, double tau,
                         double fineness, const OffsetRange& range) {
  const double information =
      offset_information(resolution.observations, resolution.log_odds[base], range);
  return make_offset_nodes(tau, information, fineness, range);
}

OffsetProblem problem_of(const Resolution& resolution, std::size_t base, const OffsetNodes& nodes) {
  return {resolution.observations, resolution.log_odds[base], nodes};
}

// What the offsets gain over the plain base, at this resolution; the base itself is judged at the
// finest.
double gained_over(const Mixture& mixture, const Resolution& resolution, std::size_t base) {
  return mixture.bases[base].log_evidence - resolution.log_likelihood[base];
}

// From few groups to more: offsets on the base move in straight lines of the score.
std::vector<double> interpolated(const Resolution& coarse, const Resolution& fine, std::size_t base,
                                 const std::vector<double>& probabilities) {
  const auto from = coarse.observations.scores();
  const auto to = fine.observations.scores();
  const auto offset = [&](std::size_t c) {
    return log_odds_of(probabilities[c]) - coarse.log_odds[base][c];
  };
  std::vector<double> result;
  result.reserve(to.size());
  std::size_t right = 0;
  double before = 0;
  double after = offset(0);
  for (std::size_t k = 0; k < to.size(); ++k) {
    while (right < from.size() && from[right] <= to[k]) {
      ++right;
      before = after;
      if (right < from.size()) after = offset(right);
    }
    double moved = right == 0 ? after : before;
    if (right > 0 && right < from.size()) {
      moved += fraction_of(from[right - 1], from[right], to[k]) * (after - before);
    }
    result.push_back(logistic(fine.log_odds[base][k] + moved));
  }
  return result;
}

std::vector<CandidateResult> run_offsets(const Mixture& mixture, const Resolution& resolution,
                                         const Resolution& coarse, const Batch& batch,
                                         Wanted wanted) {
  const AutoCandidate& first = mixture.candidates[batch.front()];
  const std::size_t base = *first.base;
  const double tau = *first.tau;
  const OffsetNodes all = nodes_within(coarse, base, tau, kScreeningFineness, whole_range(tau));
  const double gained = gained_over(mixture, coarse, base);
  const std::vector<Boundaries> priors = priors_of(mixture, coarse, batch);
  if (wanted == Wanted::kEvidence) {
    return evidences_of(problem_of(coarse, base, all), priors, gained);
  }
  // The coarse pass is enough for light candidates. It also finds where the offsets are, and the
  // fine one covers that alone.
  OffsetRange range;
  std::vector<CandidateResult> results =
      averages_of(problem_of(coarse, base, all), priors, gained, &range);
  const bool merged = coarse.observations.groups() < resolution.observations.groups();
  Batch heavy;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!merged || mixture.candidates[batch[i]].weight >= kHeavy) {
      heavy.push_back(batch[i]);
    } else {
      results[i].probabilities = interpolated(coarse, resolution, base, results[i].probabilities);
    }
  }
  if (heavy.empty()) return results;
  const OffsetNodes some = nodes_within(resolution, base, tau, kOffsetFineness, range);
  std::vector<CandidateResult> fine =
      averages_of(problem_of(resolution, base, some), priors_of(mixture, resolution, heavy),
                  gained_over(mixture, resolution, base));
  for (std::size_t i = 0, next = 0; i < batch.size(); ++i) {
    if (next < heavy.size() && heavy[next] == batch[i]) results[i] = std::move(fine[next++]);
  }
  return results;
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
  const OffsetProblem problem = {seen, zeros, nodes};
  return wanted == Wanted::kEvidence ? evidences_of(problem, priors, 0)
                                     : averages_of(problem, priors, 0);
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
