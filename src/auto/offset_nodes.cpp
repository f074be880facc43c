// Nodes: the posterior of delta in a bin is no narrower than 1 / sqrt(1 / tau^2 + information), and
// the trapezoid rule with nodes h standard deviations of a Normal apart errs by
// 2 exp(-2 pi^2 / h^2).
#include "auto/offset_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "binning/nodes.hpp"
#include "kernels/chain.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

constexpr double kReach = 6;  // in units of tau
// Beyond any memory; the caller turns away long before.
constexpr double kMostIntervals = 1e12;
// Nodes for ABB's rate, per root of the weight: docs/math/abb.md has the errors.
constexpr double kRateNodesPerRoot = 3.75;
constexpr double kRateNodesExtra = 16;

OffsetNodes allocate_offset_nodes(std::size_t count) {
  const std::size_t size =
      (count + kernels::kNodeMultiple - 1) / kernels::kNodeMultiple * kernels::kNodeMultiple;
  OffsetNodes nodes;
  nodes.count = count;
  nodes.delta.assign(size, 0.0);
  nodes.exp_delta.assign(size, 1.0);
  nodes.weight.assign(size, 0.0);
  return nodes;
}

double intervals_over(double length, double tau, double information, double fineness) {
  const double narrowest = 1 / std::sqrt(1 / (tau * tau) + information);
  return std::clamp(std::ceil(length / narrowest * fineness), 1.0, kMostIntervals);
}

}  // namespace

OffsetRange whole_range(double tau) { return {-kReach * tau, kReach * tau}; }

std::size_t offset_node_count(double tau, double total_weight, double fineness) {
  return static_cast<std::size_t>(
             intervals_over(2 * kReach * tau, tau, total_weight / 4, fineness)) +
         1;
}

OffsetNodes make_offset_nodes(double tau, double total_weight, double fineness) {
  return make_offset_nodes(tau, total_weight / 4, fineness, whole_range(tau));
}

OffsetNodes make_offset_nodes(double tau, double information, double fineness,
                              const OffsetRange& range) {
  const double intervals = intervals_over(range.high - range.low, tau, information, fineness);
  OffsetNodes nodes = allocate_offset_nodes(static_cast<std::size_t>(intervals) + 1);
  nodes.range = range;
  nodes.spacing = (range.high - range.low) / intervals;
  // Of the whole range: the density of a Normal, less what lies beyond it.
  const double norm = nodes.spacing / (tau * std::sqrt(2 * std::numbers::pi) *
                                       std::erf(kReach / std::numbers::sqrt2));
  for (std::size_t j = 0; j < nodes.count; ++j) {
    const double delta = range.low + static_cast<double>(j) * nodes.spacing;
    nodes.delta[j] = delta;
    nodes.exp_delta[j] = std::exp(delta);
    nodes.weight[j] = norm * std::exp(-0.5 * (delta / tau) * (delta / tau));
  }
  return nodes;
}

double offset_information(const Observations& observations, const std::vector<double>& log_odds,
                          const OffsetRange& range) {
  double sum = 0;
  for (std::size_t k = 0; k < log_odds.size(); ++k) {
    const double nearest = log_odds[k] + std::clamp(-log_odds[k], range.low, range.high);
    const double p = logistic(-std::abs(nearest));
    sum += (observations.negatives()[k] + observations.positives()[k]) * p * (1 - p);
  }
  return sum;
}

std::size_t rate_node_count(double total_weight, bool whole) {
  if (!whole) return node_count(total_weight, false);
  return static_cast<std::size_t>(
      std::min({kRateNodesPerRoot * std::sqrt(total_weight) + kRateNodesExtra, total_weight + 2,
                kMostIntervals}));
}

OffsetNodes make_rate_nodes(double total_weight, bool whole) {
  const std::size_t count = rate_node_count(total_weight, whole);
  const Nodes rates = whole ? fejer_nodes(count) : trapezoid_nodes(count);
  OffsetNodes nodes = allocate_offset_nodes(rates.count);
  for (std::size_t j = 0; j < rates.count; ++j) {
    nodes.exp_delta[j] = rates.theta[j] / rates.complement[j];
    nodes.delta[j] = rates.log_theta[j] - rates.log_complement[j];
    nodes.weight[j] = rates.weight[j];
  }
  nodes.range = {nodes.delta[0], nodes.delta[rates.count - 1]};
  return nodes;
}

}  // namespace calibrant
