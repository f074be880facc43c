// Binary search over the doubles themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>

namespace calibrant {

/// An integer that orders as the doubles do (both zeros are 0), and back.
inline std::int64_t rank_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x + 0.0);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

inline double double_at(std::int64_t rank) {
  return std::bit_cast<double>(rank < 0 ? std::numeric_limits<std::int64_t>::min() - rank : rank);
}

/// The first double of (low, high] for which `beyond` holds, given that it holds for high, not for
/// low, and never changes back. It is looked for around the guess first.
template <class Beyond>
double first_beyond(double low, double high, double guess, const Beyond& beyond) {
  assert(low < high);
  constexpr std::int64_t kFar = std::int64_t{1} << 32;
  std::int64_t before = rank_of(low);
  std::int64_t after = rank_of(high);
  const std::int64_t middle = std::clamp(rank_of(guess), before, after);
  for (std::int64_t reach = 1; reach < kFar && middle < after - reach; reach *= 2) {
    const bool found = beyond(double_at(middle + reach));
    (found ? after : before) = middle + reach;
    if (found) break;
  }
  for (std::int64_t reach = 1; reach < kFar && middle - reach > before; reach *= 2) {
    const bool found = !beyond(double_at(middle - reach));
    (found ? before : after) = middle - reach;
    if (found) break;
  }
  while (after - 1 != before) {
    // Not their sum, which may be too large for an integer.
    const std::int64_t half = (before >> 1) + (after >> 1) + (before & after & 1);
    (beyond(double_at(half)) ? after : before) = half;
  }
  return double_at(after);
}

}  // namespace calibrant
