// The borders are found by asking the curve itself, so that they hold for whatever arithmetic it
// uses: a probe with the same cells says in which cell a score falls (its values ascend strictly),
// and a search over the doubles finds where the answer changes.
#include "curve/grid_steps.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "math/search_doubles.hpp"

namespace calibrant {
namespace {

std::vector<double> borders_of(const Grid& grid) {
  const std::size_t cells = grid.values.size();
  const auto count = static_cast<double>(cells);
  Grid ramp{grid.low, grid.high, std::vector<double>(cells)};
  for (std::size_t i = 0; i < cells; ++i) ramp.values[i] = static_cast<double>(i) / count;
  const std::vector<double> level = ramp.values;
  const Curve probe{std::move(ramp)};
  std::vector<double> borders;
  borders.reserve(cells - 1);
  double low = grid.low;
  for (std::size_t i = 1; i < cells; ++i) {
    const auto beyond = [&](double x) { return probe(x) >= level[i]; };
    if (!beyond(low)) {
      const double share = static_cast<double>(i) / count;
      low = first_beyond(low, grid.high, std::lerp(grid.low, grid.high, share), beyond);
    }
    borders.push_back(low);
  }
  return borders;
}

}  // namespace

Curve grid_to_steps(const Curve& curve) {
  const auto* grid = std::get_if<Grid>(&curve.shape());
  if (grid == nullptr) return curve;
  const std::vector<double> borders = borders_of(*grid);
  std::vector<std::size_t> cells;  // those that some double falls into
  Steps steps;
  for (std::size_t i = 0; i < grid->values.size(); ++i) {
    if (i < borders.size() && i > 0 && borders[i] == borders[i - 1]) continue;
    if (i > 0) steps.borders.push_back(borders[i - 1]);
    steps.values.push_back(grid->values[i]);
    cells.push_back(i);
  }
  std::optional<Band> band;
  if (curve.band()) {
    band = Band{curve.band()->level, {}, {}};
    for (const std::size_t i : cells) {
      band->lower.push_back(curve.band()->lower[i]);
      band->upper.push_back(curve.band()->upper[i]);
    }
  }
  return Curve(std::move(steps), std::move(band), curve.origin());
}

}  // namespace calibrant
