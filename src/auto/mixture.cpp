// Bayes' rule over candidates: prior times evidence, normalised.
//
// Prior: every base, and ABB, equally likely. Of a base's share six tenths are for the plain base
// and the rest is spread over its offsets: lambda x tau x scale. ABB's is spread over lambda x
// scale. Families that are variants of one idea have one share between them (families/family.hpp).
//
// Cost: evidence on few merged groups first; what has less than a ten-thousandth of the weight
// there is left out; the rest runs on the groups of the curve. Candidates run in parallel, each by
// itself, so that nothing depends on the number of threads.
#include "auto/mixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "auto/batches.hpp"
#include "families/families.hpp"
#include "math/log_odds.hpp"
#include "math/log_weights.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr std::array<double, 3> kOffsetLambdas = {1, 4, 16};
constexpr std::array<double, 3> kTaus = {0.15, 0.5, 1.5};
constexpr double kPlainShare = 0.6;

struct Scales {
  std::vector<Scale> offsets;
  std::vector<Scale> abb;  // contains those of the offsets
};

Scales scales_for(const Observations& observations, bool probabilities) {
  // One group has no distances.
  if (observations.groups() == 1) return {{Scale::kRank}, {Scale::kRank}};
  if (!probabilities) return {{Scale::kScore, Scale::kRank}, {Scale::kRank, Scale::kScore}};
  return {{Scale::kLogit, Scale::kRank}, {Scale::kRank, Scale::kScore, Scale::kLogit}};
}

bool takes_part(const Family& family, const Observations& observations, bool probabilities) {
  const bool exact = observations.scores().front() == 0 || observations.scores().back() == 1;
  return (probabilities || !family.needs_probabilities) && (exact || !family.needs_exact_scores);
}

std::vector<FittedFamily> fit_bases(const Observations& observations, bool probabilities,
                                    unsigned threads, ProgressMeter& meter) {
  std::vector<const Family*> families;
  std::ranges::copy_if(kFamilies, std::back_inserter(families), [&](const Family* family) {
    return takes_part(*family, observations, probabilities);
  });
  std::vector<FittedFamily> bases(families.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < families.size(); ++i) {
    tasks.emplace_back([&, i] {
      meter.advance(0);
      bases[i] = fit_with_evidence(*families[i], observations);
    });
  }
  run_tasks(threads, tasks);
  return bases;
}

// How many shares of the prior the bases have, and what part of one each has, plain and with
// offsets. Bases that have a share in common divide it evenly.
class Shares {
 public:
  explicit Shares(const std::vector<FittedFamily>& bases) : bases_(bases) {}

  double count() const {
    double sum = 0;
    for (const FittedFamily& base : bases_) sum += plain(base) + offsets(base);
    return sum;
  }

  double plain(const FittedFamily& base) const {
    return kPlainShare / count_kin(base, [](const Family&) { return true; });
  }

  double offsets(const FittedFamily& base) const {
    if (!base.family->offsets) return 0;
    return (1 - kPlainShare) / count_kin(base, [](const Family& kin) { return kin.offsets; });
  }

 private:
  template <class Condition>
  double count_kin(const FittedFamily& base, const Condition& condition) const {
    return static_cast<double>(std::ranges::count_if(bases_, [&](const FittedFamily& other) {
      return other.family->share == base.family->share && condition(*other.family);
    }));
  }

  const std::vector<FittedFamily>& bases_;
};

std::vector<AutoCandidate> make_candidates(const std::vector<FittedFamily>& bases,
                                           const Scales& scales, double total_weight) {
  std::vector<AutoCandidate> candidates;
  const Shares shares(bases);
  const double log_share = -std::log(shares.count() + 1);  // one for ABB
  const auto offsets =
      static_cast<double>(kOffsetLambdas.size() * kTaus.size() * scales.offsets.size());
  for (std::size_t base = 0; base < bases.size(); ++base) {
    candidates.push_back({.base = base,
                          .log_prior = std::log(shares.plain(bases[base])) + log_share,
                          .log_evidence = bases[base].log_evidence});
    if (!bases[base].family->offsets) continue;
    const double log_offsets = std::log(shares.offsets(bases[base])) + log_share;
    for (const double tau : kTaus) {
      if (too_many_offset_nodes(tau, total_weight)) continue;
      for (const Scale scale : scales.offsets) {
        for (const double lambda : kOffsetLambdas) {
          candidates.push_back({.base = base,
                                .tau = tau,
                                .binning = Binning{scale, lambda},
                                .log_prior = log_offsets - std::log(offsets)});
        }
      }
    }
  }
  const auto binnings = static_cast<double>(kLambdaGrid.size() * scales.abb.size());
  for (const Scale scale : scales.abb) {
    for (const double lambda : kLambdaGrid) {
      candidates.push_back(
          {.binning = Binning{scale, lambda}, .log_prior = log_share - std::log(binnings)});
    }
  }
  return candidates;
}

// Prior times evidence, as logs; -inf for those that are out.
std::vector<double> log_joint(const std::vector<AutoCandidate>& candidates,
                              const std::vector<char>& kept) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    logs.push_back(kept[i] != 0 ? candidates[i].log_prior + candidates[i].log_evidence
                                : -std::numeric_limits<double>::infinity());
  }
  return logs;
}

// Runs all batches that are left; the results, by number of candidate.
std::vector<CandidateResult> run_batches(const Mixture& mixture, const Resolution& resolution,
                                         const Resolution& coarse, const std::vector<char>& kept,
                                         Wanted wanted, const Execution& execution) {
  std::vector<CandidateResult> results(mixture.candidates.size());
  const std::vector<Batch> batches = make_batches(mixture.candidates, kept);
  ProgressMeter meter(execution, static_cast<double>(batches.size()));
  std::vector<std::function<void()>> tasks;
  tasks.reserve(batches.size());
  for (const Batch& batch : batches) {
    tasks.emplace_back([&] {
      std::vector<CandidateResult> found = run_batch(mixture, resolution, coarse, batch, wanted);
      for (std::size_t i = 0; i < batch.size(); ++i) results[batch[i]] = std::move(found[i]);
      meter.advance(1);
    });
  }
  run_tasks(thread_count(execution), tasks);
  return results;
}

void keep_heavy(std::vector<AutoCandidate>& candidates, std::vector<char>& kept,
                double least_weight) {
  const std::vector<double> weights = weights_of(log_joint(candidates, kept));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].weight = weights[i];
    if (weights[i] < least_weight) kept[i] = 0;
  }
}

// Sums the candidates of each base, and of ABB, weighted.
void add_up(Mixture& mixture, const std::vector<CandidateResult>& results) {
  const std::size_t abb = mixture.bases.size();
  const std::size_t groups = mixture.resolution.observations.groups();
  mixture.weights.assign(abb + 1, 0.0);
  mixture.probabilities.assign(abb + 1, {});
  for (std::size_t i = 0; i < mixture.candidates.size(); ++i) {
    const AutoCandidate& candidate = mixture.candidates[i];
    if (candidate.weight == 0) continue;
    const std::size_t slot = candidate.base.value_or(abb);
    mixture.weights[slot] += candidate.weight;
    std::vector<double>& sums = mixture.probabilities[slot];
    sums.resize(groups, 0.0);
    for (std::size_t k = 0; k < groups; ++k) {
      sums[k] +=
          candidate.weight * (!candidate.binning ? logistic(mixture.resolution.log_odds[slot][k])
                                                 : results[i].probabilities[k]);
    }
  }
  for (std::size_t slot = 0; slot <= abb; ++slot) {
    for (double& p : mixture.probabilities[slot]) p /= mixture.weights[slot];
  }
}

}  // namespace

Mixture average_candidates(const Observations& all, const Execution& execution,
                           const MixtureLimits& limits) {
  const Observations observations = join_cells(all, limits.most_cells);
  const bool probabilities =
      observations.scores().front() >= 0 && observations.scores().back() <= 1;
  const Scales scales = scales_for(observations, probabilities);
  ProgressMeter start(execution, 1);  // little work, of which nothing is counted
  std::vector<FittedFamily> bases =
      fit_bases(observations, probabilities, thread_count(execution), start);
  Resolution resolution =
      merged(finest_resolution(observations, bases, scales.abb, start), limits.most_groups, start);
  Mixture mixture = {.bases = std::move(bases), .resolution = std::move(resolution)};
  mixture.candidates = make_candidates(mixture.bases, scales, observations.weight());

  std::vector<char> kept(mixture.candidates.size(), 1);
  const Resolution coarse = merged(mixture.resolution, limits.screening_groups, start);
  {
    const std::vector<CandidateResult> screened =
        run_batches(mixture, coarse, coarse, kept, Wanted::kEvidence, part_of(execution, 0, 0.4));
    for (std::size_t i = 0; i < screened.size(); ++i) {
      if (mixture.candidates[i].binning) {
        mixture.candidates[i].log_evidence = screened[i].log_evidence;
      }
    }
    keep_heavy(mixture.candidates, kept, limits.least_weight);
  }
  const std::vector<CandidateResult> results =
      run_batches(mixture, mixture.resolution, coarse, kept, Wanted::kProbabilities,
                  part_of(execution, 0.4, 1));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (kept[i] != 0 && mixture.candidates[i].binning) {
      mixture.candidates[i].log_evidence = results[i].log_evidence;
    }
  }
  const std::vector<double> joint = log_joint(mixture.candidates, kept);
  const std::vector<double> weights = weights_of(joint);
  for (std::size_t i = 0; i < weights.size(); ++i) mixture.candidates[i].weight = weights[i];
  const auto best = std::max_element(weights.begin(), weights.end()) - weights.begin();
  mixture.log_evidence = joint[static_cast<std::size_t>(best)] -
                         std::log(*std::max_element(weights.begin(), weights.end()));
  add_up(mixture, results);
  return mixture;
}

}  // namespace calibrant
