// The largest distance of two curves.
//
// Between two neighbouring breaks of either curve both are straight lines, so the distance is
// largest at an end: at the break itself, or at the last double before the next one. A sigmoid is
// not straight, and is sampled between the breaks as well.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "curve/index.hpp"
#include "kernels/curve_scalar.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kSamples = 4096;  // over the whole range, at least
constexpr std::size_t kSamplesBetween = 8;

void add_breaks(const Sigmoid&, std::vector<double>&) {}

void add_breaks(const Steps& steps, std::vector<double>& breaks) {
  breaks.insert(breaks.end(), steps.borders.begin(), steps.borders.end());
}

void add_breaks(const Segments& segments, std::vector<double>& breaks) {
  breaks.insert(breaks.end(), segments.knots.begin(), segments.knots.end());
}

/// The first double of every cell but the first, found by halving, because rounding moves them.
void add_breaks(const Grid& grid, std::vector<double>& breaks) {
  const kernels::CellMap map = linear_cells(grid.low, grid.high, grid.values.size());
  std::int64_t below = ordered_bits(grid.low + 0.0);
  const std::int64_t end = ordered_bits(grid.high + 0.0);
  for (std::size_t cell = 1; cell < grid.values.size(); ++cell) {
    std::int64_t above =
        end;  // the last cell holds `high`; cells may be empty, where doubles run out
    while (above - 1 > below) {
      const std::int64_t middle = below / 2 + above / 2 + (below % 2 + above % 2) / 2;
      const bool reached =
          kernels::cell_of(map, from_ordered_bits(middle)) >= static_cast<std::int64_t>(cell);
      (reached ? above : below) = middle;
    }
    breaks.push_back(from_ordered_bits(above));
    below = above - 1;
  }
}

bool has_sigmoid(const Curve& curve) { return std::holds_alternative<Sigmoid>(curve.shape()); }

void check_end(const char* name, double end) {
  if (!std::isfinite(end)) {
    throw OptionError(name, fmt::format("{} is not a finite number", end));
  }
}

void add_between(double from, double to, std::size_t count, std::vector<double>& places) {
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count + 1);
    places.push_back(std::clamp(from * (1 - t) + to * t, from, to));
  }
}

}  // namespace

double largest_gap(const Curve& a, const Curve& b, double low, double high) {
  check_end("low", low);
  check_end("high", high);
  if (low > high) throw OptionError("high", fmt::format("{} is below low, which is {}", high, low));

  std::vector<double> breaks;
  for (const Curve* curve : {&a, &b}) {
    std::visit([&](const auto& shape) { add_breaks(shape, breaks); }, curve->shape());
  }
  std::erase_if(breaks, [&](double x) { return x < low || x > high; });
  std::vector<double> places = {low, high};
  for (const double x : breaks) {
    places.push_back(x);
    places.push_back(std::max(low, std::nextafter(x, -kernels::kInfinity)));
  }
  if (has_sigmoid(a) || has_sigmoid(b)) {
    add_between(low, high, kSamples, places);
    breaks.push_back(low);
    breaks.push_back(high);
    std::sort(breaks.begin(), breaks.end());
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
      add_between(breaks[i], breaks[i + 1], kSamplesBetween, places);
    }
  }
  const auto from_a = apply(a, places);
  const auto from_b = apply(b, places);
  double gap = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    gap = std::max(gap, std::abs(from_a[i] - from_b[i]));
  }
  return gap;
}

}  // namespace calibrant
