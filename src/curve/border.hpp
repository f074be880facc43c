// The border rule of every stepped curve, in one place: a border sits half-way between two
// neighbouring scores, and a score equal to a border goes up.
#pragma once

#include <cassert>
#include <numeric>

namespace calibrant {

/// Half-way between left < right; `right` itself if no double lies strictly between. In either case
/// left < border <= right, so `left` stays below and `right` goes up. Never overflows.
inline double border_between(double left, double right) {
  assert(left < right);
  const double middle = std::midpoint(left, right);
  return middle > left ? middle : right;
}

}  // namespace calibrant
