// The recursion behind SBB (paper, section on search; equation 6 for the score of a bin).
//
//   V(0) = 1,  V(u) = max over l <= u of V(l-1) * Score(l, u)
//   Score(l, u) = q_u * product over l <= k < u of (1 - q_k) * A! B! / (A+B+1)!
//
// in logarithms, with X_k = lambda * (position of group k), so that the product of (1 - q_k) is
// exp(-(X_u - X_l)). Ties in the maximum go to the longer bin: the smallest l.
//
// Deviations: none in what is computed. Starts l that are proved to lose from now on are left out
// (candidate_starts.hpp); the remaining ones are scored by the same floating-point operations, so
// V and the bins are those of the full recursion, to the bit.
#include "binning/sbb_programme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "binning/candidate_starts.hpp"
#include "kernels/starts.hpp"

namespace calibrant {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr std::size_t kGroupsPerReport = 4096;

using kernels::BestStart;
using kernels::BinEnd;
using kernels::StartSpan;

// Whole counts: three loads per start.
struct ByTable {
  const BinLikelihoodTable& table;

  BestStart best_start(const CandidateStarts& candidates, const BinEnd& end) const {
    BestStart best = kernels::best_start(candidates.span(), end, table.data());
    best.log_value -= table.constant();
    return best;
  }
};

double value_by_formula(const StartSpan& starts, std::size_t i, const BinEnd& end) {
  return (starts.log_value[i] - (end.position - starts.position[i])) +
         log_bin_likelihood(end.negatives - starts.negatives[i],
                            end.positives - starts.positives[i]);
}

struct ByFormula {
  static BestStart best_start(const CandidateStarts& candidates, const BinEnd& end) {
    const StartSpan starts = candidates.span();
    BestStart best = {kMinusInfinity, 0};
    for (std::size_t i = 0; i < starts.count; ++i) {
      const double value = value_by_formula(starts, i, end);
      if (value > best.log_value) best = {value, i};
    }
    return best;
  }
};

// The same, but a start is left out while the value it had at an earlier end is too small for this
// one: most are evaluated at every tenth end or so.
struct ByFormulaLazily {
  static BestStart best_start(CandidateStarts& candidates, const BinEnd& end) {
    const StartSpan starts = candidates.span();
    double* ceiling = candidates.ceiling();
    const double margin = candidates.rounding_margin();
    BestStart best = {kMinusInfinity, 0};
    const auto consider = [&](std::size_t i) {
      const double value = value_by_formula(starts, i, end);
      ceiling[i] = value + margin;
      if (value > best.log_value || (value == best.log_value && i < best.index)) best = {value, i};
    };
    // The start with the highest ceiling is the likeliest winner, and sets a high mark at once.
    const auto favourite =
        static_cast<std::size_t>(std::max_element(ceiling, ceiling + starts.count - 1) - ceiling);
    consider(favourite);
    for (std::size_t i = 0; i < starts.count; ++i) {
      if (i != favourite && ceiling[i] >= best.log_value) consider(i);
    }
    return best;
  }
};

std::vector<std::size_t> trace_back(const std::vector<std::size_t>& start_of) {
  std::vector<std::size_t> ends;
  for (std::size_t end = start_of.size(); end > 0; end = start_of[end - 1]) ends.push_back(end);
  std::reverse(ends.begin(), ends.end());
  return ends;
}

// Summed bin by bin, so that it does not carry the rounding of a million steps.
double log_score(const BinningProblem& problem, double lambda,
                 const std::vector<std::size_t>& ends) {
  const auto negatives = problem.observations.negatives();
  const auto positives = problem.observations.positives();
  const auto& gap = problem.prior.gap;
  double sum = 0;
  double inside = 0;  // gaps without a boundary
  std::size_t k = 0;
  for (const std::size_t end : ends) {
    double a = 0;
    double b = 0;
    for (; k < end; ++k) {
      a += negatives[k];
      b += positives[k];
      if (k + 1 < end) inside += gap[k];
    }
    sum += log_bin_likelihood(a, b);
    if (end < negatives.size()) sum += log_boundary(lambda, gap[end - 1]);
  }
  return sum - lambda * inside;
}

template <class Likelihood>
BestBinning run(const BinningProblem& problem, double lambda, ProgressMeter& progress,
                const ProgrammeOptions& options, const Likelihood& likelihood) {
  const auto negatives = problem.observations.negatives();
  const auto positives = problem.observations.positives();
  const auto& gap = problem.prior.gap;
  const std::size_t groups = negatives.size();

  BestBinning result;
  std::vector<std::size_t> start_of(groups);  // of the best last bin, for each end
  if (options.keep_values) result.values.resize(groups);
  CandidateStarts starts(problem.observations.weight(), lambda);
  starts.add(0, 0, 0, 0, 0);
  BinEnd end;
  double passed = 0;      // sum of gaps
  double known_gap = -1;  // most gaps of unweighted data on the rank scale are equal
  double log_q = 0;
  for (std::size_t u = 0; u < groups; ++u) {
    end.negatives += negatives[u];
    end.positives += positives[u];
    const BestStart best = likelihood.best_start(starts, end);
    result.evaluations += static_cast<double>(starts.size());
    result.most_starts = std::max(result.most_starts, starts.size());
    start_of[u] = starts.start(best.index);
    const bool last = u + 1 == groups;
    if (!last && gap[u] != known_gap) {
      known_gap = gap[u];
      log_q = log_boundary(lambda, known_gap);
    }
    const double log_value = best.log_value + (last ? 0 : log_q);
    if (options.keep_values) result.values[u] = log_value;
    if ((u + 1) % kGroupsPerReport == 0 || last) {
      progress.advance(static_cast<double>(u % kGroupsPerReport + 1));
    }
    if (last) break;
    passed += gap[u];
    end.position = lambda * std::min(passed, 1.0);
    if (log_value == kMinusInfinity) continue;  // no boundary is possible here
    starts.add(u + 1, end.negatives, end.positives, log_value, end.position);
    if (!options.prune) continue;
    starts.prune_before_newest();
    if (starts.is_due()) starts.prune();
  }
  result.survivors = starts.mean_survivors();
  result.ends = trace_back(start_of);
  result.log_score = log_score(problem, lambda, result.ends);
  return result;
}

}  // namespace

BinningProblem make_binning_problem(const Observations& observations, Scale scale) {
  return make_binning_problem(observations, make_boundary_prior(observations, scale));
}

BinningProblem make_binning_problem(const Observations& observations, BoundaryPrior prior) {
  BinningProblem problem = {observations, std::move(prior), {}};
  // An entry costs about what a likelihood without the table does, and a group needs dozens.
  const double most = 16.0 * static_cast<double>(observations.groups()) + 4096;
  if (observations.whole() && observations.weight() <= most) {
    problem.table.emplace(static_cast<std::size_t>(observations.weight()));
  }
  return problem;
}

BestBinning best_binning(const BinningProblem& problem, double lambda, ProgressMeter& progress,
                         const ProgrammeOptions& options) {
  if (problem.table) return run(problem, lambda, progress, options, ByTable{*problem.table});
  if (options.prune) return run(problem, lambda, progress, options, ByFormulaLazily{});
  return run(problem, lambda, progress, options, ByFormula{});
}

}  // namespace calibrant
