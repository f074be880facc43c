// Pool adjacent violators: isotonic regression of the labels on groups in ascending order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace calibrant {

/// Groups [first, end) that share one value: the blocks follow each other, their values ascend
/// strictly.
struct PooledBlock {
  std::size_t first = 0;
  std::size_t end = 0;
  double negatives = 0;
  double positives = 0;
  double value = 0;  ///< positives / (negatives + positives)
};

/// The non-decreasing values nearest to the labels in weighted squares, in O(groups). Threads
/// change no bit of them (0: as many as the machine has).
std::vector<PooledBlock> pool_adjacent_violators(std::span<const double> negatives,
                                                 std::span<const double> positives,
                                                 unsigned threads = 1);

}  // namespace calibrant
