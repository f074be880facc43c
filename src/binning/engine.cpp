#include "binning/engine.hpp"

#include "binning/chain.hpp"

namespace calibrant {
namespace {

// Relative cost of a unit step on one node, of a heavy group on one node, and of one start in the
// direct engine, per unit step or heavy group; roughly cycles on AVX-512.
constexpr double kUnitCost = 0.3;
constexpr double kHeavyCost = 4;
constexpr double kUnitStartCost = 3;
constexpr double kHeavyStartCost = 100;

bool quadrature_is_cheaper(const Observations& observations) {
  double node_cost = 0;
  double start_cost = 0;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double a = observations.negatives()[k];
    const double b = observations.positives()[k];
    const bool light = is_light(a, b);
    node_cost += light ? kUnitCost * (a + b) : kHeavyCost;
    start_cost += (light ? kUnitStartCost * (a + b) : kHeavyStartCost) * static_cast<double>(k + 1);
  }
  const auto nodes = static_cast<double>(node_count(observations.weight(), observations.whole()));
  return node_cost * nodes < start_cost;
}

}  // namespace

std::optional<Nodes> nodes_for(const Observations& observations, Engine engine) {
  if (engine == Engine::kDirect) return {};
  if (engine == Engine::kAuto && !quadrature_is_cheaper(observations)) return {};
  return make_nodes(observations.weight(), observations.whole());
}

}  // namespace calibrant
