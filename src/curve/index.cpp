// How a score finds its place among m borders in a few nanoseconds.
//
// A table divides the span of the borders into about 4m cells and knows how many borders lie before
// each. A score goes to its cell by arithmetic, and only the borders inside are looked at. The map
// to cells never decreases, rounding included, and borders go through the very same map, so a
// border in a lower cell is surely smaller and one in a higher cell surely larger.
//
// Cells are equal in score. If that leaves a crowded cell, three other plans are weighed: cells
// equal in the bits of the double, nearly a logarithmic scale, for borders piled up at zero; and
// either kind with every cell divided again over the borders in it, for a tight cluster anywhere.
// Whatever is left in a cell costs a binary search, never more.
#include "curve/index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/curve_scalar.hpp"
#include "kernels/sigmoid_scalar.hpp"

namespace calibrant {
namespace {

std::size_t table_cells(std::size_t borders) {
  constexpr std::size_t kQuick = 8192;  // 32 KiB, which stays in a near cache
  return std::clamp<std::size_t>(std::max(borders * 4, std::min(borders * 16, kQuick)), 1,
                                 std::size_t{1} << 30U);
}

/// At most `cells` cells, each as many doubles wide.
kernels::CellMap bit_cells(double low, double high, std::size_t cells) {
  kernels::CellMap map{.low = low, .high = high};
  map.by_bits = true;
  map.base = ordered_bits(low + 0.0);
  const std::uint64_t span =
      static_cast<std::uint64_t>(ordered_bits(high + 0.0)) - static_cast<std::uint64_t>(map.base);
  while ((span >> static_cast<unsigned>(map.shift)) >= cells) ++map.shift;
  return map;
}

/// Every cell of the map divided over the borders in it; the number of cells after that is added
/// to `cells`.
std::vector<kernels::Zoom> zoom_in(const kernels::CellMap& map, std::size_t map_cells,
                                   std::span<const double> borders, std::size_t& cells) {
  std::vector<kernels::Zoom> zooms(map_cells);
  std::size_t i = 0;
  for (std::size_t cell = 0; cell < map_cells; ++cell) {
    const std::size_t first = i;
    while (i < borders.size() &&
           kernels::cell_of(map, borders[i]) == static_cast<std::int64_t>(cell)) {
      ++i;
    }
    kernels::Zoom& zoom = zooms[cell];
    zoom.first = static_cast<double>(cells);
    ++cells;
    // A few borders at either end are left to the end cells, lest a straggler stretch the cluster.
    const std::size_t crowd = i - first;
    if (crowd < 2) continue;
    const std::size_t left_out = std::min<std::size_t>(crowd / 8, 2);
    const double low = borders[first + left_out];
    const auto parts = static_cast<double>(8 * crowd);
    const double scale = parts / (borders[i - 1 - left_out] - low);
    // Borders too close or too far apart for that stay in one cell.
    if (!std::isfinite(scale) || scale == 0) continue;
    zoom.low = low;
    zoom.scale = scale;
    zoom.last = parts - 1;
    cells += 8 * crowd - 1;
  }
  return zooms;
}

/// A way to find the cell of a border, and what it costs.
struct Plan {
  kernels::CellMap map;
  std::vector<kernels::Zoom> zooms;
  std::vector<std::uint32_t> before;
  int steps = 0;

  /// In steps; a zoom takes about as long as three.
  int cost() const { return steps + (zooms.empty() ? 0 : 3); }
};

Plan make_plan(const kernels::CellMap& map, std::size_t map_cells, bool zoom,
               std::span<const double> borders) {
  Plan plan;
  plan.map = map;
  std::size_t cells = zoom ? 0 : map_cells;
  if (zoom) plan.zooms = zoom_in(map, map_cells, borders, cells);
  plan.before.assign(cells + 1, 0);
  for (const double border : borders) {
    std::int64_t cell = kernels::cell_of(map, border);
    if (zoom) cell = kernels::zoomed(plan.zooms[static_cast<std::size_t>(cell)], border);
    ++plan.before[static_cast<std::size_t>(cell) + 1];
  }
  const std::uint32_t crowd = *std::max_element(plan.before.begin(), plan.before.end());
  plan.steps = static_cast<int>(std::bit_width(crowd));
  std::partial_sum(plan.before.begin(), plan.before.end(), plan.before.begin());
  return plan;
}

Plan best_plan(std::span<const double> borders, double low, double high) {
  constexpr int kGoodEnough = 3;
  const std::size_t cells = table_cells(borders.size());
  Plan best = make_plan(linear_cells(low, high, cells), cells, false, borders);
  if (best.steps <= kGoodEnough) return best;
  const std::size_t few = std::max<std::size_t>(borders.size() / 4, 64);
  const auto consider = [&](Plan plan) {
    if (plan.cost() < best.cost()) best = std::move(plan);
  };
  consider(make_plan(bit_cells(low, high, cells), cells, false, borders));
  if (borders.size() > kMostCells / 16) return best;  // zoomed cells must be numbered too
  consider(make_plan(linear_cells(low, high, few), few, true, borders));
  consider(make_plan(bit_cells(low, high, few), few, true, borders));
  return best;
}

}  // namespace

kernels::CellMap linear_cells(double low, double high, std::size_t cells) {
  const auto count = static_cast<double>(cells);
  kernels::CellMap map{.low = low, .high = high, .last = count - 1};
  if (low == high) return map;
  if (!std::isfinite(high - low)) {
    map.prescale = 0.5;
  } else if (!std::isfinite(count / (high - low))) {
    // Such neighbours are themselves tiny: this cannot overflow.
    map.prescale = 0x1p600;
  }
  map.offset = low * map.prescale;
  map.scale = count / (high * map.prescale - map.offset);
  return map;
}

BorderTable::BorderTable(std::span<const double> borders, double low, double high,
                         std::optional<double> first_knot) {
  Plan plan = best_plan(borders, low, high);
  zooms_ = std::move(plan.zooms);
  before_ = std::move(plan.before);
  search_.map = plan.map;
  search_.zooms = zooms_.empty() ? nullptr : zooms_.data();
  search_.before = before_.data();
  search_.steps = plan.steps;

  // Room for 2^steps - 1 borders and for the longest vector, from any place on.
  const std::size_t padding = (std::size_t{1} << static_cast<unsigned>(search_.steps)) + 64;
  padded_.reserve(borders.size() + padding + 1);
  if (first_knot) padded_.push_back(*first_knot);
  padded_.insert(padded_.end(), borders.begin(), borders.end());
  padded_.insert(padded_.end(), padding, std::numeric_limits<double>::infinity());
  search_.borders = padded_.data() + (first_knot ? 1 : 0);
}

CurveIndex::CurveIndex(Curve::Shape shape, std::optional<Band> band, Origin origin)
    : shape_(std::move(shape)), band_(std::move(band)), origin_(std::move(origin)) {
  std::visit([this](const auto& given) { index(given); }, shape_);
}

void CurveIndex::index(const Sigmoid& sigmoid) {
  kind_ = Kind::kSigmoid;
  sigmoid_ = {.intercept = sigmoid.intercept,
              .slope = sigmoid.slope,
              .slope_complement = sigmoid.slope_complement};
  switch (sigmoid.input) {
    case Sigmoid::Input::kScore:
      sigmoid_.input = kernels::SigmoidInput::kScore;
      break;
    case Sigmoid::Input::kLogit:
      sigmoid_.input = kernels::SigmoidInput::kLogit;
      break;
    case Sigmoid::Input::kLogs:
      sigmoid_.input = kernels::SigmoidInput::kLogs;
      break;
  }
}

void CurveIndex::index(const Steps& steps) {
  kind_ = Kind::kSteps;
  const auto& borders = steps.borders;
  table_ = borders.empty() ? BorderTable({}, 0, 0)
                           : BorderTable(borders, borders.front(), borders.back());
  set_lines(steps.values, false);
}

void CurveIndex::index(const Segments& segments) {
  kind_ = Kind::kSegments;
  // The last knot begins a segment of its own that ends at infinity: there the curve takes the last
  // value exactly.
  const std::span knots(segments.knots);
  table_ = BorderTable(knots.subspan(1), knots.front(), knots.back(), knots.front());
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    wide_ = wide_ || !std::isfinite(knots[i + 1] - knots[i]);
  }
  set_lines(segments.values, true);
}

void CurveIndex::index(const Grid& grid) {
  kind_ = Kind::kGrid;
  cells_ = linear_cells(grid.low, grid.high, grid.values.size());
  set_lines(grid.values, false);
}

void CurveIndex::set_lines(const std::vector<double>& values, bool repeat_last) {
  std::array<const std::vector<double>*, 3> given = {&values, nullptr, nullptr};
  if (band_) given = {&values, &band_->lower, &band_->upper};
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == nullptr) continue;
    if (repeat_last) {
      copies_[i].reserve(given[i]->size() + 1);
      copies_[i] = *given[i];
      copies_[i].push_back(given[i]->back());
      lines_[i] = copies_[i].data();
    } else {
      lines_[i] = given[i]->data();
    }
  }
}

double CurveIndex::read(Line which, double score) const noexcept {
  if (std::isnan(score)) return score;
  const double* values = line(which);
  switch (kind_) {
    case Kind::kSigmoid:
      return kernels::read_sigmoid(sigmoid_, score);
    case Kind::kSteps:
      return values[kernels::count_borders(
          table_.search(), kernels::clamp_score(score, -kernels::kInfinity, kernels::kLargest))];
    case Kind::kSegments: {
      const kernels::Search& search = table_.search();
      const double x = kernels::clamp_score(score, search.map.low, search.map.high);
      const std::int64_t i = kernels::count_borders(search, x);
      const double t = kernels::fraction_between(x, search.borders[i - 1], search.borders[i]);
      return kernels::interpolate(t, values[i], values[i + 1]);
    }
    case Kind::kGrid:
      return values[kernels::cell_of(cells_, score)];
  }
  return score;
}

void CurveIndex::read(std::span<const Line> lines, std::span<const double> scores,
                      std::span<double* const> out) const noexcept {
  std::array<kernels::Channel, 2> all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    all[i] = {.values = line(lines[i]), .out = out[i]};
  }
  const kernels::Channels channels(all.data(), lines.size());
  switch (kind_) {
    case Kind::kSigmoid:
      return kernels::read_sigmoid(sigmoid_, scores, out[0]);
    case Kind::kSteps:
      return kernels::read_steps(table_.search(), scores, channels);
    case Kind::kSegments:
      return kernels::read_segments(table_.search(), wide_, scores, channels);
    case Kind::kGrid:
      return kernels::read_grid(cells_, scores, channels);
  }
}

}  // namespace calibrant
