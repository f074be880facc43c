// ABB: the average over all binnings, at one lambda or over the grid of lambdas by evidence.
//
// Deviations from the paper: sums where its prose says "highest score" (its equation 7 is an
// average); lambda averaged by evidence (its own future work); one pass for all predictions;
// straight lines between scores unless lookup says previous.
#include "calibrant/abb.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "binning/abb_average.hpp"
#include "binning/abb_band.hpp"
#include "binning/boundary_prior.hpp"
#include "binning/engine.hpp"
#include "binning/inseparable.hpp"
#include "binning/nodes.hpp"
#include "observations/builder.hpp"
#include "support/check.hpp"
#include "support/log_weights.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// The grid of lambdas is screened on this many merged groups, and what has less than this weight
// there is left out.
constexpr std::size_t kScreeningGroups = 4096;
constexpr double kLeastWeight = 1e-4;

// The lambdas of the grid that the data do not rule out.
std::vector<double> screened_grid(const Observations& observations, const AbbOptions& options) {
  std::vector<double> grid(kLambdaGrid.begin(), kLambdaGrid.end());
  if (observations.groups() <= kScreeningGroups) return grid;
  const Observations merged = merge_groups(observations, kScreeningGroups);
  const BoundaryPrior prior = make_boundary_prior(merged, options.prior.scale);
  const std::optional<Nodes> nodes = nodes_for(merged, Engine::kAuto);
  const Execution quiet;
  ProgressMeter meter(quiet, 1);
  const std::vector<double> weights =
      weights_of(log_evidences({merged, prior.gap, nodes ? &*nodes : nullptr, meter}, grid,
                               thread_count(options.execution)));
  std::vector<double> kept;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (weights[i] >= kLeastWeight) kept.push_back(grid[i]);
  }
  return kept;
}

// What the passes and the band of one fit will report to the meter.
double work_of(const Observations& observations, bool quadrature, const AbbOptions& options,
               std::size_t lambdas) {
  const auto groups = static_cast<double>(observations.groups());
  const double pass = quadrature ? groups : groups * groups / 2;
  const double band = options.level ? groups : 0;
  return static_cast<double>(2 * lambdas) * (pass + band) + band;
}

// Everything a curve is made of.
struct Fit {
  std::vector<double> values;
  std::optional<Band> band;
  std::vector<Candidate> candidates;
  double log_evidence = 0;
};

Fit fit_groups(const Observations& observations, const std::vector<double>& gaps,
               const AbbOptions& options) {
  const unsigned threads = thread_count(options.execution);
  const std::vector<double> lambdas = options.prior.lambda
                                          ? std::vector<double>{*options.prior.lambda}
                                          : screened_grid(observations, options);
  const std::optional<Nodes> nodes = nodes_for(observations, options.engine);
  ProgressMeter meter(options.execution,
                      work_of(observations, nodes.has_value(), options, lambdas.size()));
  const std::vector<Average> averages =
      average_binnings({observations, gaps, nodes ? &*nodes : nullptr, meter}, lambdas, threads);

  std::vector<double> evidences(averages.size());
  std::transform(averages.begin(), averages.end(), evidences.begin(),
                 [](const Average& average) { return average.log_evidence; });
  const std::vector<double> weights = weights_of(evidences);
  Fit fit;
  fit.values.resize(observations.groups());
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    fit.candidates.push_back({lambdas[i], evidences[i], weights[i]});
    for (std::size_t k = 0; k < fit.values.size(); ++k) {
      fit.values[k] += weights[i] * averages[i].probabilities[k];
    }
  }
  // The mean of the evidences over the grid, those left out counted as zero.
  const double prior_share = options.prior.lambda ? 1 : 1 / static_cast<double>(kLambdaGrid.size());
  fit.log_evidence = evidences[0] - std::log(weights[0]) + std::log(prior_share);

  if (options.level) {
    const BandContext context = {observations, gaps, lambdas, weights, *options.level, meter};
    const double weight = observations.weight();
    const bool on_nodes = options.engine != Engine::kDirect &&
                          band_node_count(weight, observations.whole()) <= kMostBandNodes;
    fit.band =
        on_nodes ? quadrature_band(context, make_band_nodes(weight, observations.whole()), threads)
                 : direct_band(context, threads);
  }
  return fit;
}

}  // namespace

Curve fit_abb(const Observations& observations, const AbbOptions& options) {
  check_prior(options.prior);
  if (options.level) check_option_level("level", *options.level);
  const BoundaryPrior prior = make_boundary_prior(observations, options.prior.scale);

  Fit fit;
  if (std::find(prior.gap.begin(), prior.gap.end(), 0.0) == prior.gap.end()) {
    fit = fit_groups(observations, prior.gap, options);
  } else {
    const Joined joined = join_inseparable(observations, prior.gap);
    fit = fit_groups(joined.observations, joined.gaps, options);
    fit.values = spread(fit.values, joined.group_of);
    if (fit.band) {
      fit.band->lower = spread(fit.band->lower, joined.group_of);
      fit.band->upper = spread(fit.band->upper, joined.group_of);
    }
  }

  Origin origin = {.method = "abb",
                   .weight = observations.weight(),
                   .groups = observations.groups(),
                   .prevalence = observations.positive_weight() / observations.weight(),
                   .scale = options.prior.scale,
                   .log_evidence = fit.log_evidence,
                   .candidates = std::move(fit.candidates)};
  std::vector<double> scores(observations.scores().begin(), observations.scores().end());
  if (options.lookup == Lookup::kPrevious) {
    scores.erase(scores.begin());
    return Curve(Steps{std::move(scores), std::move(fit.values)}, std::move(fit.band),
                 std::move(origin));
  }
  return Curve(Segments{std::move(scores), std::move(fit.values)}, std::move(fit.band),
               std::move(origin));
}

}  // namespace calibrant
