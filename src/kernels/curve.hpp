// Reading a curve at many scores: what the kernels see of a curve, and one function per shape.
//
// No kernel uses a fused multiply-add or a function of the C library, so every instruction set
// gives the same bits, and so does the scalar twin (kernels/curve_scalar.hpp), which reads one
// score. Arguments are clean: nothing is checked here. An output may be the very array of the
// scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace calibrant::kernels {

/// A non-decreasing map from scores to cells 0, 1, ... Scores are first clamped to [low, high].
struct CellMap {
  double low = 0;
  double high = 0;
  /// Linear: floor((score * prescale - offset) * scale), at most `last`. The prescale is a power of
  /// two that keeps the span from overflowing or underflowing.
  double prescale = 1;
  double offset = 0;
  double scale = 0;
  double last = 0;
  /// Or by the bits of the double, read as an integer that orders as doubles do:
  /// (integer - base) >> shift. Its cells are as narrow near zero as doubles are.
  bool by_bits = false;
  std::int64_t base = 0;
  int shift = 0;
};

/// A cell divided again, linearly, over the borders that crowd in it:
/// floor(first + (score - low) * scale), the product between 0 and `last`, all whole numbers.
struct Zoom {
  double low = 0;
  double scale = 0;
  double last = 0;
  double first = 0;
};

/// How many borders are <= a score.
struct Search {
  CellMap map;
  /// One for each cell of the map; null: the cells are not divided.
  const Zoom* zooms = nullptr;
  /// For each cell, after zooming if there are zooms, the number of borders in the cells before.
  const std::uint32_t* before = nullptr;
  /// No cell has 2^steps borders or more.
  int steps = 0;
  /// Ascending, then 2^steps + 64 times +infinity.
  const double* borders = nullptr;
};

/// Values to be read, and where they go.
struct Channel {
  const double* values = nullptr;
  double* out = nullptr;
};

/// Each function takes one channel or two.
using Channels = std::span<const Channel>;

/// values[cell]
void read_grid(const CellMap& map, std::span<const double> scores, Channels channels);

/// values[number of borders <= score]
void read_steps(const Search& search, std::span<const double> scores, Channels channels);

/// borders[-1] is the first knot; one more value repeats the last. `wide`: some neighbouring knots
/// are further apart than the largest double.
void read_segments(const Search& search, bool wide, std::span<const double> scores,
                   Channels channels);

/// The instruction set these kernels run on, such as "AVX2".
const char* target_name();

}  // namespace calibrant::kernels
