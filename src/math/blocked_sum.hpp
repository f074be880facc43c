// A long sum, quick and exact enough: plain within blocks, compensated over them. Whole numbers are
// added exactly; otherwise the error is that of a thousand terms, however many there are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "math/compensated_sum.hpp"

namespace calibrant {

/// Four sums side by side, since one would wait for itself. For short spans.
inline double plain_sum(std::span<const double> values) noexcept {
  std::array<double, 4> sums = {};
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += values[i + lane];
  }
  for (; i < values.size(); ++i) sums[0] += values[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

inline double blocked_sum(std::span<const double> values) noexcept {
  constexpr std::size_t kBlock = 1024;
  CompensatedSum total;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    total.add(plain_sum(values.subspan(begin, std::min(kBlock, values.size() - begin))));
  }
  return total.value();
}

}  // namespace calibrant
