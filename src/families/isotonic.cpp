// Isotonic regression by pooling adjacent violators, in O(groups).
//
// Problem: values v_1 <= ... <= v_m that minimise sum_k a_k v_k^2 + b_k (1 - v_k)^2 for a_k
// negatives and b_k positives. The solution is constant on blocks of neighbouring groups, and the
// value of a block is its positive fraction.
//
// Deviation from textbook versions: blocks are compared by their rounded fractions, and equal ones
// join. So values rise strictly from block to block, to the bit, and no border stands between
// equal values.
#include "calibrant/isotonic.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "curve/border.hpp"
#include "families/origin.hpp"

namespace calibrant {
namespace {

struct Block {
  std::size_t end = 0;  // one past its last group; it begins where the block before it ends
  double weight = 0;
  double positives = 0;
  double value = 0;
};

// Invariant: before group k is taken, `blocks` is the solution for groups [0, k): neighbouring
// blocks that cover them, with strictly rising values. A new group is a block of its own; while it
// does not lie above the block before it, the two become one. Every group is pushed once and
// popped at most once.
std::vector<Block> pool_adjacent_violators(const Observations& observations) {
  const auto negatives = observations.negatives();
  const auto positives = observations.positives();
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < observations.groups(); ++k) {
    const double weight = negatives[k] + positives[k];
    Block block = {k + 1, weight, positives[k], positives[k] / weight};
    while (!blocks.empty() && blocks.back().value >= block.value) {
      block.weight += blocks.back().weight;
      block.positives += blocks.back().positives;
      block.value = block.positives / block.weight;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  return blocks;
}

Steps steps(std::span<const double> scores, const std::vector<Block>& blocks) {
  Steps result;
  result.values.reserve(blocks.size());
  result.borders.reserve(blocks.size() - 1);
  for (const Block& block : blocks) {
    result.values.push_back(block.value);
    if (block.end < scores.size()) {
      result.borders.push_back(border_between(scores[block.end - 1], scores[block.end]));
    }
  }
  return result;
}

// A knot at the first and at the last score of every block, as scikit-learn does.
Segments segments(std::span<const double> scores, const std::vector<Block>& blocks) {
  Segments result;
  const auto add = [&](std::size_t group, double value) {
    result.knots.push_back(scores[group]);
    result.values.push_back(value);
  };
  std::size_t begin = 0;
  for (const Block& block : blocks) {
    add(begin, block.value);
    if (block.end - 1 > begin) add(block.end - 1, block.value);
    begin = block.end;
  }
  return result;
}

}  // namespace

Curve fit_isotonic(const Observations& observations, const IsotonicOptions& options) {
  const std::vector<Block> blocks = pool_adjacent_violators(observations);
  Origin origin = origin_of(observations, "isotonic");
  if (options.interpolate) {
    return Curve(segments(observations.scores(), blocks), {}, std::move(origin));
  }
  return Curve(steps(observations.scores(), blocks), {}, std::move(origin));
}

}  // namespace calibrant
