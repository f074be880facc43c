#include "classes/curve_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

// The knots between 0 and 1 of all curves; none if a curve is of another kind.
std::vector<double> all_knots(const std::vector<Curve>& curves) {
  std::vector<double> knots;
  for (const Curve& curve : curves) {
    const auto* segments = std::get_if<Segments>(&curve.shape());
    if (segments == nullptr) return {};
    for (const double knot : segments->knots) {
      if (knot > 0 && knot < 1) knots.push_back(knot);
    }
  }
  std::ranges::sort(knots);
  knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
  return knots;
}

}  // namespace

// Whether no cell has two knots.
bool CurveTable::divide(const std::vector<double>& knots, int shift) {
  const auto place = [&](double m) { return std::bit_cast<std::int64_t>(m) >> shift; };
  const double nearest = std::min(knots.front(), 1 - knots.back());
  cells_.shift = shift;
  cells_.base = place(std::min(nearest, 0.5));
  cells_.cells = place(0.5) - cells_.base + 1;
  cells_.least = std::bit_cast<double>(cells_.base << shift);
  borders_.assign(static_cast<std::size_t>(2 * cells_.cells), kNone);
  for (const double knot : knots) {
    const std::int64_t cell = place(std::min(knot, 1 - knot)) - cells_.base;
    double& border = borders_[static_cast<std::size_t>(cell + (knot > 0.5 ? cells_.cells : 0))];
    if (border != kNone) return false;
    border = knot;
  }
  return true;
}

// Whether no line loses digits.
bool CurveTable::add_lines(const Curve& curve, const std::vector<double>& knots) {
  // The line through the i-th knot and the one before, or the ends; by p or by 1 - p.
  constexpr double kMostLost = 16;
  bool exact = true;
  const auto add = [&](std::size_t i, bool high) {
    const double left = i == 0 ? 0 : knots[i - 1];
    const double right = i == knots.size() ? 1 : knots[i];
    const double from = curve(left);
    const double to = curve(right);
    const double start = high ? 1 - left : left;
    const double slope = (to - from) / (high ? (1 - right) - start : right - start);
    const double at_zero = from - slope * start;
    exact = exact && std::abs(at_zero) <= kMostLost * std::max(from, to);
    lines_.push_back(at_zero);
    lines_.push_back(slope);
  };
  for (std::size_t cell = 0; cell < borders_.size(); ++cell) {
    const auto half = static_cast<std::size_t>(cells_.cells);
    const bool high = cell >= half;
    const double border = borders_[cell];
    const auto start = (cells_.base + static_cast<std::int64_t>(cell % half)) << cells_.shift;
    const double inside = std::bit_cast<double>(start + (std::int64_t{1} << (cells_.shift - 1)));
    const double p = border != kNone ? border : high ? 1 - inside : std::min(inside, 0.5);
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(knots, p) - knots.begin());
    add(border != kNone ? next - 1 : next, high);
    add(next, high);
  }
  return exact;
}

std::shared_ptr<const CurveTable> CurveTable::make(const std::vector<Curve>& curves) {
  constexpr std::size_t kMostKnots = 256;
  constexpr int kHalves = 51;  // two cells where a number doubles
  const std::vector<double> knots = all_knots(curves);
  if (knots.empty() || knots.size() > kMostKnots) return nullptr;
  const auto table = std::make_shared<CurveTable>();
  for (int shift = kHalves; !table->divide(knots, shift); --shift) {
    if (shift == kHalves - 3) return nullptr;
  }
  for (const Curve& curve : curves) {
    if (!table->add_lines(curve, knots)) return nullptr;
  }
  table->cells_.borders = table->borders_.data();
  return table;
}

std::shared_ptr<const CurveTable> CurveTable::make(const ClassPart& part) {
  if (const auto* rest = std::get_if<OneVsRestPart>(&part.map)) return make(rest->curves);
  if (const auto* top = std::get_if<TopLabelPart>(&part.map)) return make(std::vector{top->curve});
  return nullptr;
}

}  // namespace calibrant
