// Straight lines that follow a function.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace calibrant {

/// How far x lies from low to high. In halves where the difference overflows, and only there:
/// halves of denormal doubles may be equal.
inline double fraction_of(double low, double high, double x) {
  const double unit = std::isfinite(high - low) ? 1.0 : 0.5;
  return (unit * x - unit * low) / (unit * high - unit * low);
}

/// Half-way; but where the ends differ by orders of magnitude, one step of eight towards zero, so
/// that a range from 1e-300 to 1 is halved a few hundred times at worst, and evenly on both scales.
inline double middle_of(double low, double high) {
  if (low < 0 && high > 0) return 0;
  const double far = std::max(std::abs(low), std::abs(high));
  const double near = std::min(std::abs(low), std::abs(high));
  if (near < far / 8) return high > 0 ? far / 8 : -far / 8;
  return std::midpoint(low, high);
}

/// Calls add_knot(x, f(x)) for every knot after `low`, in ascending order and up to `high`. Knots
/// are added by halving: a straight line stands where it misses f by less than 0.7 tolerances at
/// three places.
template <class F, class AddKnot>
void follow(const F& f, double low, double at_low, double high, double tolerance,
            const AddKnot& add_knot) {
  std::vector<std::pair<double, double>> ahead = {{high, f(high)}};
  std::pair<double, double> at = {low, at_low};
  while (!ahead.empty()) {
    const auto [x, y] = ahead.back();
    const double middle = middle_of(at.first, x);
    bool straight = true;
    if (middle > at.first && middle < x) {
      for (const double probe :
           {middle, std::midpoint(at.first, middle), std::midpoint(middle, x)}) {
        const double line = at.second + fraction_of(at.first, x, probe) * (y - at.second);
        straight = straight && std::abs(f(probe) - line) <= 0.7 * tolerance;
      }
    }
    if (!straight) {
      ahead.emplace_back(middle, f(middle));
      continue;
    }
    add_knot(x, y);
    at = {x, y};
    ahead.pop_back();
  }
}

}  // namespace calibrant
