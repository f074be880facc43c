// The posterior of the log odds at a group is a mixture over candidates:
//
//   plain base      Normal: the base's log odds, with the deviation that its coefficients leave
//   binned offsets  z_k + delta, delta on the nodes (offset_chain.cpp), widened likewise
//   ABB             theta on its nodes (binning/quadrature_band.cpp)
//
// The weights are not those of the mean: a base without an intercept gives its weight to the one
// that stands for it (families/family.hpp), and evidence is tempered.
//
// Candidates that share nodes are mixed there; each mixture is then kept as a row of quantiles per
// group, and the band is found by halving on the sum of their distribution functions. Nodes lie a
// quarter of the narrowest posterior's deviation apart, which moves a bound by 0.02 deviations.
#include "auto/mixture_band.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "auto/batches.hpp"
#include "auto/offset_chain.hpp"
#include "auto/quantile_table.hpp"
#include "binning/abb_band.hpp"
#include "binning/inseparable.hpp"
#include "binning/nodes.hpp"
#include "math/log_odds.hpp"
#include "math/log_weights.hpp"
#include "support/parallel.hpp"
#include "support/progress.hpp"

namespace calibrant {
namespace {

constexpr double kBandFineness = 4;
// Evidence settles on one candidate long before it is right; for the band it counts by a quarter.
constexpr double kTemper = 0.25;
constexpr double kLeastBandWeight = 1e-3;
constexpr std::size_t kGroupsPerTask = 256;

// One row per group.
struct Component {
  double weight = 0;
  std::vector<Quantiles> rows;
};

// All candidates, weighted for the band.
using Candidates = std::vector<AutoCandidate>;

// The number of the base that stands for another in the band.
std::size_t neighbour_of(const std::vector<FittedFamily>& bases, std::size_t base) {
  const Family* wanted = bases[base].family->in_band;
  const auto found = std::ranges::find(bases, wanted, &FittedFamily::family);
  return found == bases.end() ? base : static_cast<std::size_t>(found - bases.begin());
}

Candidates weighted_for_band(const Mixture& mixture) {
  Candidates candidates = mixture.candidates;
  std::vector<double> logs;
  for (const AutoCandidate& candidate : candidates) {
    logs.push_back(candidate.log_prior + kTemper * candidate.log_evidence);
  }
  std::vector<double> weights = weights_of(logs);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].weight = weights[i] < kLeastBandWeight ? 0 : weights[i];
  }
  for (AutoCandidate& candidate : candidates) {
    if (candidate.weight == 0 || !candidate.base) continue;
    const std::size_t neighbour = neighbour_of(mixture.bases, *candidate.base);
    if (neighbour == *candidate.base) continue;
    const auto stand_in = std::ranges::find_if(candidates, [&](const AutoCandidate& other) {
      return other.base == neighbour && other.tau == candidate.tau &&
             other.binning == candidate.binning;
    });
    stand_in->weight += std::exchange(candidate.weight, 0);
  }
  return candidates;
}

double weight_of(const Candidates& candidates, const Batch& batch) {
  double sum = 0;
  for (const std::size_t i : batch) sum += candidates[i].weight;
  return sum;
}

Component plain_component(const Mixture& mixture, const AutoCandidate& candidate) {
  const FittedFamily& base = mixture.bases[*candidate.base];
  const auto scores = mixture.resolution.observations.scores();
  Component component = {candidate.weight, {}};
  for (std::size_t k = 0; k < scores.size(); ++k) {
    component.rows.push_back(normal_quantiles(mixture.resolution.log_odds[*candidate.base][k],
                                              base.deviation(scores[k])));
  }
  return component;
}

// Half-way between the nodes, and as far beyond the ends.
std::vector<double> offset_edges(const OffsetNodes& nodes) {
  std::vector<double> edges;
  for (std::size_t j = 0; j < nodes.count; ++j) {
    edges.push_back(nodes.delta[j] - nodes.spacing / 2);
  }
  edges.push_back(nodes.delta[nodes.count - 1] + nodes.spacing / 2);
  return edges;
}

Component offset_component(const Mixture& mixture, const Candidates& candidates,
                           const Batch& batch) {
  const Resolution& resolution = mixture.resolution;
  const AutoCandidate& first = candidates[batch.front()];
  const std::size_t base = *first.base;
  std::vector<Boundaries> priors;
  for (const std::size_t i : batch) {
    const AutoCandidate& candidate = candidates[i];
    priors.push_back({&resolution.gaps_on(candidate.binning->scale), candidate.binning->lambda});
  }
  const OffsetNodes nodes =
      make_offset_nodes(*first.tau, resolution.observations.weight(), kBandFineness);
  const std::vector<double> edges = offset_edges(nodes);
  Component component = {weight_of(candidates, batch), {}};
  component.rows.resize(resolution.observations.groups());
  std::vector<double> masses(nodes.count, 0.0);
  std::optional<std::size_t> group;  // whose masses these are
  const auto finish_group = [&] {
    Quantiles& row = component.rows[*group];
    row = quantiles_of(masses, edges);
    for (double& q : row) q += resolution.log_odds[base][*group];
    widen(row, mixture.bases[base].deviation(resolution.observations.scores()[*group]));
    std::fill(masses.begin(), masses.end(), 0.0);
  };
  visit_offsets({resolution.observations, resolution.log_odds[base], nodes}, priors,
                [&](std::size_t k, std::size_t i, const AlignedVector& density, double total) {
                  if (group && *group != k) finish_group();
                  group = k;
                  const double share = candidates[batch[i]].weight / total;
                  for (std::size_t j = 0; j < nodes.count; ++j) {
                    masses[j] += share * nodes.weight[j] * density[j];
                  }
                });
  if (group) {
    finish_group();
  } else {
    component.weight = 0;  // the labels are impossible, which fewer groups had not shown
  }
  return component;
}

// Log odds half-way between the nodes in the angle phi.
std::vector<double> abb_edges(const Nodes& nodes) {
  std::vector<double> edges = {-kMostLogOdds};
  for (std::size_t j = 0; j + 1 < nodes.count; ++j) {
    const double half = (nodes.phi[j] + nodes.phi[j + 1]) / 4;
    edges.push_back(2 * std::log(std::tan(half)));
  }
  edges.push_back(kMostLogOdds);
  return edges;
}

Component abb_component(const Mixture& mixture, const Candidates& candidates, const Batch& batch) {
  const Resolution& resolution = mixture.resolution;
  const Scale scale = candidates[batch.front()].binning->scale;
  const Joined joined = join_inseparable(resolution.observations, resolution.gaps_on(scale));
  const Observations& seen = joined.observations;
  Component component = {weight_of(candidates, batch), {}};
  std::vector<Quantiles> rows(seen.groups());
  const BinPrior prior = band_prior(seen.negative_weight(), seen.positive_weight());
  if (band_node_count(seen.weight(), seen.whole()) > kMostBandNodes) {
    // 2e8 observations or more: what a group says by itself, which is wide enough.
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double a = seen.negatives()[k] + prior.negatives + 1;
      const double b = seen.positives()[k] + prior.positives + 1;
      rows[k] = normal_quantiles(std::log(b / a), std::sqrt(1 / a + 1 / b));
    }
  } else {
    const Nodes nodes = make_band_nodes(seen.weight(), seen.whole(), prior);
    const std::vector<double> edges = abb_edges(nodes);
    std::vector<Boundaries> priors;
    std::vector<double> weights;
    for (const std::size_t i : batch) {
      priors.push_back({&joined.gaps, candidates[i].binning->lambda});
      weights.push_back(candidates[i].weight);
    }
    ProgressMeter meter;
    visit_posteriors({seen, priors, weights, meter}, nodes, 1, [&]() -> DensityVisitor {
      return [&](std::size_t k, AlignedVector& density) {
        for (std::size_t j = 0; j < nodes.count; ++j) density[j] *= nodes.slope[j];
        rows[k] = quantiles_of({density.data(), nodes.count}, edges);
      };
    });
  }
  for (const std::size_t group : joined.group_of) component.rows.push_back(rows[group]);
  return component;
}

std::vector<Component> make_components(const Mixture& mixture, const Execution& execution) {
  const Candidates candidates = weighted_for_band(mixture);
  std::vector<char> kept(candidates.size());
  std::vector<std::function<Component()>> makers;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const AutoCandidate& candidate = candidates[i];
    kept[i] = candidate.weight > 0 ? 1 : 0;
    if (kept[i] != 0 && !candidate.binning) {
      makers.emplace_back([&] { return plain_component(mixture, candidate); });
    }
  }
  const std::vector<Batch> batches = make_batches(candidates, kept);
  for (const Batch& batch : batches) {
    makers.emplace_back([&] {
      return candidates[batch.front()].base ? offset_component(mixture, candidates, batch)
                                            : abb_component(mixture, candidates, batch);
    });
  }
  std::vector<Component> components(makers.size());
  ProgressMeter meter(execution, static_cast<double>(makers.size()));
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < makers.size(); ++i) {
    tasks.emplace_back([&, i] {
      components[i] = makers[i]();
      meter.advance(1);
    });
  }
  run_tasks(thread_count(execution), tasks);
  return components;
}

}  // namespace

LogOddsBand mixture_band(const Mixture& mixture, double level, const Execution& execution) {
  const std::vector<Component> components = make_components(mixture, execution);
  const std::size_t groups = mixture.resolution.observations.groups();
  LogOddsBand band = {std::vector<double>(groups), std::vector<double>(groups)};
  std::vector<std::function<void()>> tasks;
  for (std::size_t begin = 0; begin < groups; begin += kGroupsPerTask) {
    tasks.emplace_back([&, begin] {
      std::vector<WeightedQuantiles> parts(components.size());
      for (std::size_t k = begin; k < std::min(begin + kGroupsPerTask, groups); ++k) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
          parts[i] = {components[i].weight, &components[i].rows[k]};
        }
        band.lower[k] = mixture_quantile(parts, (1 - level) / 2);
        band.upper[k] = std::max(band.lower[k], mixture_quantile(parts, (1 + level) / 2));
      }
    });
  }
  run_tasks(thread_count(execution), tasks);
  return band;
}

}  // namespace calibrant
