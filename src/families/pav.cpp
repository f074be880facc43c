#include "families/pav.hpp"

namespace calibrant {

std::vector<Block> pool_adjacent_violators(std::span<const double> negatives,
                                           std::span<const double> positives) {
  // Invariant: before group k is taken, `blocks` is the answer for groups [0, k). A new group is a
  // block of its own; while it does not lie above the block before it, the two become one. Every
  // group is pushed once and popped at most once. Equal neighbours are pooled too, so the values
  // ascend strictly, to the bit; counts are summed rather than means averaged, so whole counts stay
  // exact and equal fractions compare equal.
  //
  // Neighbours that are all negative, or all positive, are equal: they are taken as one group.
  std::vector<Block> blocks;
  const std::size_t groups = negatives.size();
  for (std::size_t k = 0; k < groups;) {
    Block last = {.first = k,
                  .end = k + 1,
                  .negatives = negatives[k],
                  .positives = positives[k],
                  .value = positives[k] / (negatives[k] + positives[k])};
    if (last.positives == 0) {
      while (last.end < groups && positives[last.end] == 0) last.negatives += negatives[last.end++];
    } else if (last.negatives == 0) {
      while (last.end < groups && negatives[last.end] == 0) last.positives += positives[last.end++];
    }
    k = last.end;
    while (!blocks.empty() && blocks.back().value >= last.value) {
      last.first = blocks.back().first;
      last.negatives += blocks.back().negatives;
      last.positives += blocks.back().positives;
      last.value = last.positives / (last.negatives + last.positives);
      blocks.pop_back();
    }
    blocks.push_back(last);
  }
  return blocks;
}

}  // namespace calibrant
