// Weighted isotonic regression of values: a value v of weight w is w v positives and w (1 - v)
// negatives, so the pooling of math/pav.cpp serves as it is.
#include "auto/monotone.hpp"

#include <cstddef>

#include "math/pav.hpp"

namespace calibrant {

std::vector<double> ascending(const std::vector<double>& values,
                              const std::vector<double>& weights) {
  std::vector<double> negatives(values.size());
  std::vector<double> positives(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    positives[i] = weights[i] * values[i];
    negatives[i] = weights[i] * (1 - values[i]);
  }
  std::vector<double> result(values.size());
  double last = 0;
  for (const PooledBlock& block : pool_adjacent_violators(negatives, positives)) {
    // A block of one keeps its value, to the bit, unless rounding would make it descend.
    const bool single = block.end == block.first + 1;
    const double value = single ? values[block.first] : block.value;
    last = value > last ? value : last;
    for (std::size_t i = block.first; i < block.end; ++i) result[i] = last;
  }
  return result;
}

}  // namespace calibrant
