// Whole numbers that order as the doubles do. Every pattern of bits has its place, NaN included, so
// that no value can mislead a sort. Only -0.0 must be gone, which has a key of its own.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace calibrant {

/// The bits, with those of negative numbers turned round, except for the sign.
inline std::int64_t to_key(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max());
}

/// The same turn undoes it: the sign stays.
inline double from_key(std::int64_t key) {
  return std::bit_cast<double>(key ^ ((key >> 63) & std::numeric_limits<std::int64_t>::max()));
}

}  // namespace calibrant
