#include "metrics/pav.hpp"

namespace calibrant::metrics {

std::vector<Block> pool_adjacent_violators(std::span<const double> negatives,
                                           std::span<const double> positives) {
  // Invariant: `blocks` is the answer for the groups seen so far. Equal neighbours are pooled too,
  // so the values ascend strictly; counts are summed rather than means averaged, so whole counts
  // stay exact and equal fractions compare equal.
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < negatives.size(); ++k) {
    Block last = {.first = k,
                  .end = k + 1,
                  .negatives = negatives[k],
                  .positives = positives[k],
                  .value = positives[k] / (negatives[k] + positives[k])};
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

}  // namespace calibrant::metrics
