// Inner loops of SBB over the candidate starts of a bin: score them all, and find the one that
// stands highest above a plane.
#pragma once

#include <cstddef>

namespace calibrant::kernels {

/// One array entry per start, in ascending order of starts.
struct StartSpan {
  std::size_t count = 0;
  const double* negatives = nullptr;  ///< counts before the start: whole
  const double* positives = nullptr;
  const double* log_value = nullptr;
  const double* position = nullptr;
};

/// The end of the bin: the same quantities, its last group included.
struct BinEnd {
  double negatives = 0;
  double positives = 0;
  double position = 0;
};

struct BestStart {
  double log_value = 0;
  std::size_t index = 0;
};

/// The start with the largest
///
///   (log_value - (end.position - position)) + ((table[a] + table[b]) - table[a + b + 1]),
///
/// a and b the counts between start and end; the first of equals. The same bits from every
/// instruction set. There is at least one start, and counts are below 2^52.
BestStart best_start(const StartSpan& starts, const BinEnd& end, const double* table);

/// The point with the largest height - (alpha * x + beta * y); which one of near equals is chosen
/// depends on the instruction set. There is at least one point.
std::size_t highest_above_plane(std::size_t count, const double* x, const double* y,
                                const double* height, double alpha, double beta);

}  // namespace calibrant::kernels
