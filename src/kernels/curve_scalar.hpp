// The scalar twin of the curve kernels: one score, the same operations in the same order, the same
// bits. NaN must be dealt with before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/curve.hpp"
#include "math/ordered_bits.hpp"

namespace calibrant::kernels {

inline constexpr double kLargest = std::numeric_limits<double>::max();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline double clamp_score(double x, double low, double high) {
  const double above = x > low ? x : low;
  return above < high ? above : high;
}

inline std::int64_t cell_of(const CellMap& map, double score) {
  const double x = clamp_score(score, map.low, map.high);
  if (map.by_bits) {
    const auto above =
        static_cast<std::uint64_t>(ordered_bits(x + 0.0)) - static_cast<std::uint64_t>(map.base);
    return static_cast<std::int64_t>(above >> static_cast<unsigned>(map.shift));
  }
  const double cell = (x * map.prescale - map.offset) * map.scale;
  return static_cast<std::int64_t>(cell < map.last ? cell : map.last);
}

inline std::int64_t zoomed(const Zoom& zoom, double x) {
  const double place = (x - zoom.low) * zoom.scale;
  const double above = place > 0.0 ? place : 0.0;  // 0 for NaN, which is infinity * 0
  return static_cast<std::int64_t>(zoom.first + (above < zoom.last ? above : zoom.last));
}

/// How many of the borders from number i on are <= x, looking at 2^steps - 1 of them; plus i.
inline std::int64_t count_from(const double* borders, std::int64_t i, int steps, double x) {
  for (int step = steps - 1; step >= 0; --step) {
    // A shift, because compilers make a branch of a choice, and this one is a coin toss.
    const double border = borders[i + (std::int64_t{1} << step) - 1];
    i += static_cast<std::int64_t>(x >= border) << step;
  }
  return i;
}

/// The number of borders <= x, x below infinity.
inline std::int64_t count_borders(const Search& search, double x) {
  std::int64_t cell = cell_of(search.map, x);
  if (search.zooms != nullptr) cell = zoomed(search.zooms[cell], x);
  return count_from(search.borders, search.before[cell], search.steps, x);
}

/// Where x lies between two knots, in [0, 1].
inline double fraction_between(double x, double left, double right) {
  const double width = right - left;
  if (width <= kLargest) return (x - left) / width;
  return (x * 0.5 - left * 0.5) / (right * 0.5 - left * 0.5);
}

/// From one value to the next, never beyond either: what ascends stays ascending to the bit.
inline double interpolate(double t, double from, double to) {
  const double value = from + t * (to - from);
  const double least = from < to ? from : to;
  const double most = to < from ? from : to;  // not the same comparison: no branch is made of it
  return clamp_score(value, least, most);
}

}  // namespace calibrant::kernels
