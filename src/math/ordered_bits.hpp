// Whole numbers that order as the doubles do. Every pattern of bits has its place, NaN included, so
// that no value can mislead a sort. -0.0 comes right before 0.0; `x + 0.0` is never -0.0.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace calibrant {

/// The bits, with those of negative numbers turned round, except for the sign.
inline std::int64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max());
}

/// The same turn undoes it: the sign stays.
inline double from_ordered_bits(std::int64_t ordered) {
  return std::bit_cast<double>(ordered ^
                               ((ordered >> 63) & std::numeric_limits<std::int64_t>::max()));
}

}  // namespace calibrant
