// Binary search over the doubles themselves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "math/ordered_bits.hpp"

namespace calibrant {

/// The first double of (low, high] for which `beyond` holds, given that it holds for high, not for
/// low, and never changes back. It is looked for around the guess first.
template <class Beyond>
double first_beyond(double low, double high, double guess, const Beyond& beyond) {
  assert(low < high);
  constexpr std::int64_t kFar = std::int64_t{1} << 32;
  std::int64_t before = ordered_bits(low + 0.0);
  std::int64_t after = ordered_bits(high + 0.0);
  const std::int64_t middle = std::clamp(ordered_bits(guess), before, after);
  for (std::int64_t reach = 1; reach < kFar && middle < after - reach; reach *= 2) {
    const bool found = beyond(from_ordered_bits(middle + reach));
    (found ? after : before) = middle + reach;
    if (found) break;
  }
  for (std::int64_t reach = 1; reach < kFar && middle - reach > before; reach *= 2) {
    const bool found = !beyond(from_ordered_bits(middle - reach));
    (found ? before : after) = middle - reach;
    if (found) break;
  }
  while (after - 1 != before) {
    // Not their sum, which may be too large for an integer.
    const std::int64_t half = (before >> 1) + (after >> 1) + (before & after & 1);
    (beyond(from_ordered_bits(half)) ? after : before) = half;
  }
  return from_ordered_bits(after) + 0.0;
}

}  // namespace calibrant
