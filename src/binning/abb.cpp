// ABB: the average over all binnings, at one prior of the boundaries or over lambdas and scales by
// evidence.
//
// Deviations from the paper: sums where its prose says "highest score" (its equation 7 is an
// average); lambda and scale averaged by evidence (its own future work); one pass for all
// predictions; straight lines between scores unless lookup says previous.
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
#include "curve/origin.hpp"
#include "math/log_weights.hpp"
#include "observations/builder.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// Priors are screened on this many merged groups, and what has less than this weight there is left
// out.
constexpr std::size_t kScreeningGroups = 4096;
constexpr double kLeastWeight = 1e-4;

// The scales and lambdas that the data do not rule out.
std::vector<Boundaries> screened(const Observations& observations,
                                 const std::vector<ScaleGaps>& scales, const AbbOptions& options) {
  const std::vector<double> lambdas = lambdas_of(options.prior);
  std::vector<Boundaries> all = boundaries_of(scales, lambdas);
  if (all.size() == 1 || observations.groups() <= kScreeningGroups) return all;
  const Observations merged = merge_groups(observations, kScreeningGroups);
  std::vector<ScaleGaps> merged_scales;
  merged_scales.reserve(scales.size());
  for (const ScaleGaps& one : scales) {
    merged_scales.push_back({one.scale, make_boundary_prior(merged, one.scale).gap});
  }
  const std::optional<Nodes> nodes = nodes_for(merged, Engine::kAuto);
  ProgressMeter caller(options.execution, 1);
  const Execution execution = uncounted(caller);
  ProgressMeter meter(execution, 1);
  caller.advance(0);
  const std::vector<double> weights = weights_of(
      log_evidences({merged, nodes ? &*nodes : nullptr, meter},
                    boundaries_of(merged_scales, lambdas), thread_count(options.execution)));
  std::vector<Boundaries> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (weights[i] >= kLeastWeight) kept.push_back(all[i]);
  }
  return kept;
}

// What the passes and the band of one fit will report to the meter.
double work_of(const Observations& observations, bool quadrature, const AbbOptions& options,
               std::size_t priors) {
  const auto groups = static_cast<double>(observations.groups());
  const double pass = quadrature ? groups : groups * groups / 2;
  const double band = options.level ? groups : 0;
  return static_cast<double>(2 * priors) * (pass + band) + band;
}

// Everything a curve is made of.
struct Fit {
  std::vector<double> values;
  std::optional<Band> band;
  std::vector<Candidate> candidates;
  double log_evidence = 0;
};

Fit fit_groups(const Observations& observations, const std::vector<ScaleGaps>& scales,
               const AbbOptions& options, Engine engine) {
  const unsigned threads = thread_count(options.execution);
  const std::vector<Boundaries> priors = screened(observations, scales, options);
  const std::optional<Nodes> nodes = nodes_for(observations, engine);
  ProgressMeter meter(options.execution,
                      work_of(observations, nodes.has_value(), options, priors.size()));
  const std::vector<Average> averages =
      average_binnings({observations, nodes ? &*nodes : nullptr, meter}, priors, threads);

  std::vector<double> evidences(averages.size());
  std::transform(averages.begin(), averages.end(), evidences.begin(),
                 [](const Average& average) { return average.log_evidence; });
  const std::vector<double> weights = weights_of(evidences);
  Fit fit;
  fit.values.resize(observations.groups());
  for (std::size_t i = 0; i < priors.size(); ++i) {
    fit.candidates.push_back({.lambda = priors[i].lambda,
                              .log_evidence = evidences[i],
                              .weight = weights[i],
                              .scale = priors[i].scale});
    for (std::size_t k = 0; k < fit.values.size(); ++k) {
      fit.values[k] += weights[i] * averages[i].probabilities[k];
    }
  }
  // The mean of the evidences over all priors, those left out counted as zero.
  const auto all = static_cast<double>(scales.size() * lambdas_of(options.prior).size());
  fit.log_evidence = evidences[0] - std::log(weights[0]) - std::log(all);

  if (options.level) {
    const BinPrior prior =
        band_prior(observations.negative_weight(), observations.positive_weight());
    const BandContext context = {observations, priors, weights, meter, prior};
    const double weight = observations.weight();
    const bool on_nodes = engine != Engine::kDirect &&
                          band_node_count(weight, observations.whole()) <= kMostBandNodes;
    fit.band = on_nodes
                   ? quadrature_band(context, *options.level,
                                     make_band_nodes(weight, observations.whole(), prior), threads)
                   : direct_band(context, *options.level, threads);
  }
  return fit;
}

}  // namespace

Curve fit_abb_by(Engine engine, const Observations& observations, const AbbOptions& options) {
  check_prior(options.prior);
  if (options.level) check_option_level("level", *options.level);
  const std::vector<ScaleGaps> scales = gaps_on_scales(observations, options.prior);
  const std::vector<double>& gaps = scales.front().gaps;

  Fit fit;
  if (std::find(gaps.begin(), gaps.end(), 0.0) == gaps.end()) {
    fit = fit_groups(observations, scales, options, engine);
  } else {  // the one scale that was asked for
    const Joined joined = join_inseparable(observations, gaps);
    fit = fit_groups(joined.observations, {{scales.front().scale, joined.gaps}}, options, engine);
    fit.values = spread(fit.values, joined.group_of);
    if (fit.band) {
      fit.band->lower = spread(fit.band->lower, joined.group_of);
      fit.band->upper = spread(fit.band->upper, joined.group_of);
    }
  }

  Origin origin = origin_of(observations, "abb");
  origin.scale = options.prior.scale;
  origin.log_evidence = fit.log_evidence;
  origin.candidates = std::move(fit.candidates);
  std::vector<double> scores(observations.scores().begin(), observations.scores().end());
  if (options.lookup == Lookup::kPrevious) {
    scores.erase(scores.begin());
    return Curve(Steps{std::move(scores), std::move(fit.values)}, std::move(fit.band),
                 std::move(origin));
  }
  return Curve(Segments{std::move(scores), std::move(fit.values)}, std::move(fit.band),
               std::move(origin));
}

Curve fit_abb(const Observations& observations, const AbbOptions& options) {
  return fit_abb_by(Engine::kAuto, observations, options);
}

}  // namespace calibrant
