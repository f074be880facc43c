// SBB: the binning with the highest Bayesian score (paper, equation 6), as a stepped curve.
//
// The values, borders and the maximum over lambda are those of include/calibrant/sbb.hpp. The
// paper's prior over boundaries has one lambda; here it may also be chosen from a grid, and the
// scale, too, jointly with the binning and with equal prior weight. Among equal scores the first
// scale wins, and the smaller lambda.
#include "calibrant/sbb.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "binning/sbb_programme.hpp"
#include "curve/border.hpp"
#include "curve/origin.hpp"
#include "math/beta_posterior.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

std::vector<BestBinning> run_all(const std::vector<BinningProblem>& problems,
                                 const std::vector<double>& lambdas, const Execution& execution) {
  const std::size_t count = problems.size() * lambdas.size();
  const double work =
      static_cast<double>(count) * static_cast<double>(problems.front().observations.groups());
  ProgressMeter progress(execution, work);
  std::vector<BestBinning> results(count);
  std::vector<std::function<void()>> tasks;
  tasks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    tasks.emplace_back([&, i] {
      results[i] =
          best_binning(problems[i / lambdas.size()], lambdas[i % lambdas.size()], progress);
    });
  }
  run_tasks(thread_count(execution), tasks);
  return results;
}

// Strictly inside (0, 1) when smoothed, even where the quotient of huge counts rounds to 1.
double value_of(double negatives, double positives, bool smoothing) {
  const double weight = negatives + positives;
  if (!smoothing) return positives / weight;
  return std::min((positives + 1) / (weight + 2), 1 - 0x1p-53);
}

Curve make_curve(const Observations& observations, const SbbOptions& options,
                 const std::vector<std::size_t>& ends, Origin origin) {
  const auto scores = observations.scores();
  Steps steps;
  std::optional<Band> band;
  if (options.level) band = Band{*options.level, {}, {}};
  std::size_t k = 0;
  for (const std::size_t end : ends) {
    double a = 0;
    double b = 0;
    for (; k < end; ++k) {
      a += observations.negatives()[k];
      b += observations.positives()[k];
    }
    steps.values.push_back(value_of(a, b, options.smoothing));
    if (end < scores.size()) steps.borders.push_back(border_between(scores[end - 1], scores[end]));
    if (band) {
      const Interval interval = beta_interval(a, b, *options.level);
      band->lower.push_back(interval.lower);
      band->upper.push_back(interval.upper);
    }
  }
  return Curve(std::move(steps), std::move(band), std::move(origin));
}

}  // namespace

Curve fit_sbb(const Observations& observations, const SbbOptions& options) {
  check_prior(options.prior);
  if (options.level) check_option_level("level", *options.level);

  const std::vector<double> lambdas = lambdas_of(options.prior);
  const std::vector<ScaleGaps> scales = gaps_on_scales(observations, options.prior);
  std::vector<BinningProblem> problems;
  problems.reserve(scales.size());
  for (const ScaleGaps& one : scales) {
    problems.push_back(make_binning_problem(observations, BoundaryPrior{one.gaps}));
  }
  const std::vector<BestBinning> results = run_all(problems, lambdas, options.execution);
  // The first of equals: the grid ascends.
  const auto best = std::max_element(
      results.begin(), results.end(),
      [](const BestBinning& x, const BestBinning& y) { return x.log_score < y.log_score; });

  Origin origin = origin_of(observations, "sbb");
  origin.scale = options.prior.scale;
  origin.log_evidence = best->log_score;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Candidate candidate = {lambdas[i % lambdas.size()], results[i].log_score,
                           &results[i] == &*best ? 1.0 : 0.0};
    if (scales.size() > 1) candidate.scale = scales[i / lambdas.size()].scale;
    origin.candidates.push_back(candidate);
  }
  return make_curve(observations, options, best->ends, std::move(origin));
}

}  // namespace calibrant
