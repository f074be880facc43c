// Isotonic regression by pooling adjacent violators, in O(groups).
//
// Problem: values v_1 <= ... <= v_m that minimise sum_k a_k v_k^2 + b_k (1 - v_k)^2 for a_k
// negatives and b_k positives. The solution is constant on blocks of neighbouring groups, and the
// value of a block is its positive fraction.
#include "calibrant/isotonic.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "curve/border.hpp"
#include "curve/origin.hpp"
#include "math/pav.hpp"

namespace calibrant {
namespace {

Steps steps(std::span<const double> scores, const std::vector<PooledBlock>& blocks) {
  Steps result;
  result.values.reserve(blocks.size());
  result.borders.reserve(blocks.size() - 1);
  for (const PooledBlock& block : blocks) {
    result.values.push_back(block.value);
    if (block.end < scores.size()) {
      result.borders.push_back(border_between(scores[block.end - 1], scores[block.end]));
    }
  }
  return result;
}

// A knot at the first and at the last score of every block, as scikit-learn does.
Segments segments(std::span<const double> scores, const std::vector<PooledBlock>& blocks) {
  Segments result;
  const auto add = [&](std::size_t group, double value) {
    result.knots.push_back(scores[group]);
    result.values.push_back(value);
  };
  for (const PooledBlock& block : blocks) {
    add(block.first, block.value);
    if (block.end - 1 > block.first) add(block.end - 1, block.value);
  }
  return result;
}

}  // namespace

Curve fit_isotonic(const Observations& observations, const IsotonicOptions& options) {
  const std::vector<PooledBlock> blocks = pool_adjacent_violators(
      observations.negatives(), observations.positives(), options.execution.threads);
  Origin origin = origin_of(observations, "isotonic");
  if (options.interpolate) {
    return Curve(segments(observations.scores(), blocks), {}, std::move(origin));
  }
  return Curve(steps(observations.scores(), blocks), {}, std::move(origin));
}

}  // namespace calibrant
