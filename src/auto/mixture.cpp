// Bayes' rule over candidates: prior times evidence, normalised.
//
// Prior: every base, and ABB, equally likely. Of a base's share six tenths are for the plain base
// and the rest is spread over its offsets: lambda x tau x scale. ABB's is spread over lambda x
// scale. A line in the log odds with an intercept and one without (temperature) have one share
// between them; where there are exact 0s or 1s, so have the two ways to read them.
//
// Cost: evidence on few merged groups first; what has less than a ten-thousandth of the weight
// there is left out; the rest runs on the groups of the curve. Candidates run in parallel, each by
// itself, so that nothing depends on the number of threads.
#include "auto/mixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "auto/batches.hpp"
#include "auto/log_odds.hpp"
#include "support/log_weights.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr std::array<BaseKind, 7> kBases = {
    BaseKind::kIdentity,   BaseKind::kCertain, BaseKind::kTemperature, BaseKind::kPlatt,
    BaseKind::kPlattLogit, BaseKind::kBeta,    BaseKind::kConstant};
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

std::vector<BaseFit> fit_bases(const Observations& observations, bool probabilities,
                               unsigned threads, ProgressMeter& meter) {
  std::vector<BaseKind> kinds;
  for (const BaseKind kind : kBases) {
    if (kind == BaseKind::kCertain && !has_exact_scores(observations)) continue;
    if (probabilities || !needs_probability_scores(kind)) kinds.push_back(kind);
  }
  std::vector<BaseFit> bases(kinds.size());
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    tasks.emplace_back([&, i] {
      meter.advance(0);
      bases[i] = fit_base(observations, kinds[i]);
    });
  }
  run_tasks(threads, tasks);
  return bases;
}

// What part of a share each base has, plain and with offsets.
class Shares {
 public:
  explicit Shares(const std::vector<BaseFit>& bases) : bases_(bases) {}

  double count() const {
    double sum = 0;
    for (std::size_t i = 0; i < bases_.size(); ++i) sum += plain(i) + offsets(i);
    return sum;
  }

  double plain(std::size_t base) const {
    switch (kind(base)) {
      case BaseKind::kIdentity:
        return has(BaseKind::kCertain) ? kPlainShare / 2 : kPlainShare;
      case BaseKind::kCertain:
      case BaseKind::kTemperature:
      case BaseKind::kPlattLogit:
        return kPlainShare / 2;
      default:
        return kPlainShare;
    }
  }

  double offsets(std::size_t base) const {
    switch (kind(base)) {
      case BaseKind::kCertain:
        return 0;
      case BaseKind::kTemperature:
      case BaseKind::kPlattLogit:
        return (1 - kPlainShare) / 2;
      default:
        return 1 - kPlainShare;
    }
  }

 private:
  BaseKind kind(std::size_t base) const { return bases_[base].map.kind; }
  bool has(BaseKind wanted) const {
    return std::ranges::any_of(bases_,
                               [&](const BaseFit& base) { return base.map.kind == wanted; });
  }

  const std::vector<BaseFit>& bases_;
};

std::vector<AutoCandidate> make_candidates(const std::vector<BaseFit>& bases, const Scales& scales,
                                           double total_weight) {
  std::vector<AutoCandidate> candidates;
  const Shares shares(bases);
  const double log_share = -std::log(shares.count() + 1);  // one for ABB
  const auto offsets =
      static_cast<double>(kOffsetLambdas.size() * kTaus.size() * scales.offsets.size());
  for (std::size_t base = 0; base < bases.size(); ++base) {
    const double log_plain = std::log(shares.plain(base)) + log_share;
    candidates.push_back(
        {.base = base, .log_prior = log_plain, .log_evidence = bases[base].log_evidence});
    if (shares.offsets(base) == 0) continue;
    const double log_offsets = std::log(shares.offsets(base)) + log_share;
    for (const double tau : kTaus) {
      if (too_many_offset_nodes(tau, total_weight)) continue;
      for (const Scale scale : scales.offsets) {
        for (const double lambda : kOffsetLambdas) {
          candidates.push_back({.base = base,
                                .tau = tau,
                                .scale = scale,
                                .lambda = lambda,
                                .log_prior = log_offsets - std::log(offsets)});
        }
      }
    }
  }
  const auto binnings = static_cast<double>(kLambdaGrid.size() * scales.abb.size());
  for (const Scale scale : scales.abb) {
    for (const double lambda : kLambdaGrid) {
      candidates.push_back(
          {.scale = scale, .lambda = lambda, .log_prior = log_share - std::log(binnings)});
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
std::vector<CandidateResult> run_batches(const Mixture& mixture, const Level& level,
                                         const std::vector<char>& kept, Wanted wanted,
                                         const Execution& execution) {
  std::vector<CandidateResult> results(mixture.candidates.size());
  const std::vector<Batch> batches = make_batches(mixture.candidates, kept);
  ProgressMeter meter(execution, static_cast<double>(batches.size()));
  std::vector<std::function<void()>> tasks;
  tasks.reserve(batches.size());
  for (const Batch& batch : batches) {
    tasks.emplace_back([&] {
      std::vector<CandidateResult> found = run_batch(mixture, level, batch, wanted);
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
  const std::size_t groups = mixture.level.observations.groups();
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
          candidate.weight * (candidate.lambda == 0 ? logistic(mixture.level.log_odds[slot][k])
                                                    : results[i].probabilities[k]);
    }
  }
  for (std::size_t slot = 0; slot <= abb; ++slot) {
    for (double& p : mixture.probabilities[slot]) p /= mixture.weights[slot];
  }
}

}  // namespace

Mixture average_candidates(const Observations& observations, const Execution& execution,
                           const MixtureLimits& limits) {
  const bool probabilities =
      observations.scores().front() >= 0 && observations.scores().back() <= 1;
  const Scales scales = scales_for(observations, probabilities);
  ProgressMeter start(execution, 1);  // little work, of which nothing is counted
  std::vector<BaseFit> bases =
      fit_bases(observations, probabilities, thread_count(execution), start);
  Level level = merged_level(finest_level(observations, bases, scales.abb, start),
                             limits.most_groups, scales.abb, start);
  Mixture mixture = {.bases = std::move(bases), .level = std::move(level)};
  mixture.candidates = make_candidates(mixture.bases, scales, observations.weight());

  std::vector<char> kept(mixture.candidates.size(), 1);
  {
    const Level coarse = merged_level(mixture.level, limits.screening_groups, scales.abb, start);
    const std::vector<CandidateResult> screened =
        run_batches(mixture, coarse, kept, Wanted::kEvidence, part_of(execution, 0, 0.4));
    for (std::size_t i = 0; i < screened.size(); ++i) {
      if (mixture.candidates[i].lambda > 0) {
        mixture.candidates[i].log_evidence = screened[i].log_evidence;
      }
    }
    keep_heavy(mixture.candidates, kept, limits.least_weight);
  }
  const std::vector<CandidateResult> results =
      run_batches(mixture, mixture.level, kept, Wanted::kProbabilities, part_of(execution, 0.4, 1));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (kept[i] != 0 && mixture.candidates[i].lambda > 0) {
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
