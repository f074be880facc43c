// ABB: the average over all binnings, at one lambda or over the grid of lambdas by evidence.
//
// Deviations from the paper: sums where its prose says "highest score"; lambda averaged (its own
// future work); one pass for all predictions; straight lines between scores unless lookup says
// previous.
#include "calibrant/abb.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "binning/abb_average.hpp"
#include "binning/abb_band.hpp"
#include "binning/boundary_prior.hpp"
#include "binning/nodes.hpp"
#include "observations/builder.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// The grid of lambdas is screened on this many merged groups, and what has less than this weight
// there is left out.
constexpr std::size_t kScreeningGroups = 4096;
constexpr double kLeastWeight = 1e-4;

// Relative cost of a unit step on one node, of a heavy group on one node, and of one start in the
// direct engine; measured with callgrind on AVX-512.
constexpr double kUnitCost = 0.3;
constexpr double kHeavyCost = 4;
constexpr double kStartCost = 4;

bool quadrature_is_cheaper(const Observations& observations) {
  const auto nodes = static_cast<double>(node_count(observations.weight(), observations.whole()));
  double steps = 0;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double a = observations.negatives()[k];
    const double b = observations.positives()[k];
    steps += is_light(a, b) ? kUnitCost * (a + b) : kHeavyCost;
  }
  const auto groups = static_cast<double>(observations.groups());
  return steps * nodes < kStartCost * groups * groups / 2;
}

// exp(log_evidence) normalised to sum to one.
std::vector<double> weights_of(const std::vector<double>& log_evidences) {
  const double best = *std::max_element(log_evidences.begin(), log_evidences.end());
  std::vector<double> weights;
  double sum = 0;
  for (const double value : log_evidences) sum += weights.emplace_back(std::exp(value - best));
  for (double& weight : weights) weight /= sum;
  return weights;
}

class AbbFit {
 public:
  AbbFit(const Observations& observations, const AbbOptions& options)
      : observations_(observations), options_(options), threads_(thread_count(options.execution)) {}

  Curve run() {
    const BoundaryPrior prior = make_boundary_prior(observations_, options_.prior.scale);
    const std::vector<double> lambdas =
        options_.prior.lambda ? std::vector<double>{*options_.prior.lambda} : screened_lambdas();
    const bool quadrature =
        options_.engine == Engine::kQuadrature ||
        (options_.engine == Engine::kAuto && quadrature_is_cheaper(observations_));
    Nodes nodes;
    if (quadrature) nodes = make_nodes(observations_.weight(), observations_.whole());
    ProgressMeter meter(options_.execution,
                        work(observations_, quadrature) * static_cast<double>(2 * lambdas.size()));
    const AverageContext context = {observations_, prior.gap, quadrature ? &nodes : nullptr, meter};
    const std::vector<Average> averages = average_binnings(context, lambdas, threads_);
    const std::vector<double> weights = weights_of(evidences_of(averages));
    std::optional<Band> band;
    if (options_.level) {
      const BandContext band_context = {observations_, prior.gap,       lambdas,
                                        weights,       *options_.level, meter};
      band = quadrature_fits_band()
                 ? quadrature_band(band_context,
                                   make_band_nodes(observations_.weight(), observations_.whole()),
                                   threads_)
                 : direct_band(band_context, threads_);
    }
    return make_curve(lambdas, averages, weights, std::move(band));
  }

 private:
  static std::vector<double> evidences_of(const std::vector<Average>& averages) {
    std::vector<double> evidences;
    for (const Average& average : averages) evidences.push_back(average.log_evidence);
    return evidences;
  }

  // A band costs nodes * groups * lambdas on nodes, whichever engine found the probabilities; only
  // for huge weights is the mixture of Beta distributions the better way.
  bool quadrature_fits_band() const {
    constexpr std::size_t kMostNodes = std::size_t{1} << 17U;
    return options_.engine != Engine::kDirect &&
           band_node_count(observations_.weight(), observations_.whole()) <= kMostNodes;
  }

  // In the units in which the passes report.
  static double work(const Observations& observations, bool quadrature) {
    const auto groups = static_cast<double>(observations.groups());
    return quadrature ? groups : groups * groups / 2;
  }

  // The lambdas of the grid that the data do not rule out.
  std::vector<double> screened_lambdas() const {
    const std::vector<double> grid(kLambdaGrid.begin(), kLambdaGrid.end());
    if (observations_.groups() <= kScreeningGroups) return grid;
    const Observations merged = merge_groups(observations_, kScreeningGroups);
    const BoundaryPrior prior = make_boundary_prior(merged, options_.prior.scale);
    const Nodes nodes = make_nodes(merged.weight(), merged.whole());
    const Execution quiet;
    ProgressMeter meter(quiet, 1);
    const std::vector<double> weights =
        weights_of(log_evidences({merged, prior.gap, &nodes, meter}, grid, threads_));
    std::vector<double> kept;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      if (weights[i] >= kLeastWeight) kept.push_back(grid[i]);
    }
    return kept;
  }

  Curve make_curve(const std::vector<double>& lambdas, const std::vector<Average>& averages,
                   const std::vector<double>& weights, std::optional<Band> band) const {
    const std::vector<double> evidences = evidences_of(averages);
    Origin origin = {.method = "abb",
                     .weight = observations_.weight(),
                     .groups = observations_.groups(),
                     .prevalence = observations_.positive_weight() / observations_.weight(),
                     .scale = options_.prior.scale};
    std::vector<double> values(observations_.groups());
    const double best = *std::max_element(evidences.begin(), evidences.end());
    double sum = 0;
    for (std::size_t i = 0; i < lambdas.size(); ++i) {
      origin.candidates.push_back({lambdas[i], evidences[i], weights[i]});
      sum += std::exp(evidences[i] - best);
      for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] += weights[i] * averages[i].probabilities[k];
      }
    }
    const double prior_share =
        options_.prior.lambda ? 0 : std::log(static_cast<double>(kLambdaGrid.size()));
    origin.log_evidence = best + std::log(sum) - prior_share;

    std::vector<double> scores(observations_.scores().begin(), observations_.scores().end());
    if (options_.lookup == Lookup::kPrevious) {
      scores.erase(scores.begin());
      return Curve(Steps{std::move(scores), std::move(values)}, std::move(band), std::move(origin));
    }
    return Curve(Segments{std::move(scores), std::move(values)}, std::move(band),
                 std::move(origin));
  }

  const Observations& observations_;
  const AbbOptions& options_;
  unsigned threads_;
};

}  // namespace

Curve fit_abb(const Observations& observations, const AbbOptions& options) {
  check_prior(options.prior);
  if (options.level) check_option_level("level", *options.level);
  return AbbFit(observations, options).run();
}

}  // namespace calibrant
