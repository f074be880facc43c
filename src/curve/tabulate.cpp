// The paper's cache: equal cells over a span, each with the curve's value at its centre. What that
// loses shrinks like 1/R where the curve is steep but unbroken; a jump keeps its height, in a
// stretch half a cell wide at most (docs/math/curves.md).
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "curve/index.hpp"

namespace calibrant {
namespace {

struct Span {
  double low = 0;
  double high = 1;
};

/// The span of a curve on its own; none if it has a single break, or is smooth.
std::optional<Span> natural_span(const Sigmoid&) { return std::nullopt; }

std::optional<Span> natural_span(const Grid& grid) { return Span{grid.low, grid.high}; }

std::optional<Span> natural_span(const Steps& steps) {
  if (steps.borders.empty()) return Span{};  // a constant reads alike over any span
  if (steps.borders.size() == 1) return std::nullopt;
  return Span{steps.borders.front(), steps.borders.back()};
}

std::optional<Span> natural_span(const Segments& segments) {
  if (segments.knots.size() == 1) return Span{};
  return Span{segments.knots.front(), segments.knots.back()};
}

void check_end(const char* option, const std::optional<double>& end) {
  if (end && !std::isfinite(*end)) {
    throw OptionError(option, fmt::format("{} is not a finite number", *end));
  }
}

Span table_span(const Curve& curve, const TabulateOptions& options) {
  check_end("low", options.low);
  check_end("high", options.high);
  const auto natural =
      std::visit([](const auto& shape) { return natural_span(shape); }, curve.shape());
  if (!natural && !options.low) {
    throw OptionError("low", "is missing (this curve has no span of its own)");
  }
  if (!natural && !options.high) {
    throw OptionError("high", "is missing (this curve has no span of its own)");
  }
  const Span own = natural.value_or(Span{});
  const Span span = {options.low.value_or(own.low), options.high.value_or(own.high)};
  if (!(span.low < span.high)) {
    throw OptionError("high", fmt::format("{} is not above low, which is {}", span.high, span.low));
  }
  return span;
}

std::vector<double> centres(const Span& span, std::size_t cells) {
  std::vector<double> result(cells);
  const double width = span.high - span.low;
  for (std::size_t i = 0; i < cells; ++i) {
    const double t = (static_cast<double>(i) + 0.5) / static_cast<double>(cells);
    result[i] = std::isfinite(width) ? span.low + t * width : span.low * (1 - t) + span.high * t;
  }
  return result;
}

}  // namespace

Curve tabulate(const Curve& curve, const TabulateOptions& options) {
  if (options.cells == 0) throw OptionError("cells", "0 is too few (1 or more)");
  if (options.cells > kMostCells) {
    throw OptionError("cells",
                      fmt::format("{} is too many (at most {})", options.cells, kMostCells));
  }
  const Span span = table_span(curve, options);
  const auto at = centres(span, options.cells);
  std::optional<Band> band;
  if (curve.band()) {
    band =
        Band{curve.band()->level, std::vector<double>(at.size()), std::vector<double>(at.size())};
    apply_interval(curve, at, band->lower, band->upper);
  }
  return Curve(Grid{span.low, span.high, apply(curve, at)}, std::move(band), curve.origin());
}

}  // namespace calibrant
