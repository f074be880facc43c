#include "math/pav.hpp"

#include <algorithm>

#include "support/parallel.hpp"

namespace calibrant {
namespace {

// Groups are pooled in stretches of this length, whatever the number of threads.
constexpr std::size_t kStretch = 65'536;

// Adds a block above `blocks`: while it does not lie above the one before it, the two become one.
// Equal neighbours are pooled too, so the values ascend strictly, to the bit; counts are summed
// rather than means averaged, so whole counts stay exact and equal fractions compare equal.
void pool(std::vector<PooledBlock>& blocks, PooledBlock last) {
  while (!blocks.empty() && blocks.back().value >= last.value) {
    last.first = blocks.back().first;
    last.negatives += blocks.back().negatives;
    last.positives += blocks.back().positives;
    last.value = last.positives / (last.negatives + last.positives);
    blocks.pop_back();
  }
  blocks.push_back(last);
}

// Invariant: before group k is taken, the result is the answer for groups [begin, k). Every group
// is pushed once and popped at most once. Neighbours that are all negative, or all positive, are
// equal: they are taken as one group.
std::vector<PooledBlock> pool_stretch(std::span<const double> negatives,
                                      std::span<const double> positives, std::size_t begin,
                                      std::size_t end) {
  std::vector<PooledBlock> blocks;
  for (std::size_t k = begin; k < end;) {
    PooledBlock last = {.first = k,
                        .end = k + 1,
                        .negatives = negatives[k],
                        .positives = positives[k],
                        .value = positives[k] / (negatives[k] + positives[k])};
    if (last.positives == 0) {
      while (last.end < end && positives[last.end] == 0) last.negatives += negatives[last.end++];
    } else if (last.negatives == 0) {
      while (last.end < end && negatives[last.end] == 0) last.positives += positives[last.end++];
    }
    k = last.end;
    pool(blocks, last);
  }
  return blocks;
}

}  // namespace

std::vector<PooledBlock> pool_adjacent_violators(std::span<const double> negatives,
                                                 std::span<const double> positives,
                                                 unsigned threads) {
  const std::size_t groups = negatives.size();
  if (groups <= kStretch) return pool_stretch(negatives, positives, 0, groups);
  // The answer for blocks that are answers themselves is the answer for their groups.
  const std::size_t count = (groups + kStretch - 1) / kStretch;
  std::vector<std::vector<PooledBlock>> stretches(count);
  const auto work = [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      stretches[i] =
          pool_stretch(negatives, positives, i * kStretch, std::min(groups, (i + 1) * kStretch));
    }
  };
  run_parts(threads_for_rows(groups, threads), count, work);
  std::vector<PooledBlock> blocks;
  for (const auto& stretch : stretches) {
    for (const PooledBlock& block : stretch) pool(blocks, block);
  }
  return blocks;
}

}  // namespace calibrant
