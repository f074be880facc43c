#include "curve/validate.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "curve/index.hpp"
#include "support/check.hpp"
#include "support/utf8.hpp"

namespace calibrant {
namespace {

constexpr std::uint64_t kMostGroups = std::uint64_t{1}
                                      << 53U;  // distinct scores, each a row or more

void check_finite_number(const char* name, double value) {
  if (!std::isfinite(value)) {
    throw InputError(name, std::nullopt, fmt::format("{} is not a finite number", value));
  }
}

void check_ascending(const char* name, const std::vector<double>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    check_finite(name, i, places[i]);
    if (i > 0 && !(places[i] > places[i - 1])) {
      throw InputError(name, i,
                       fmt::format("{} is not above {}[{}], which is {}", places[i], name, i - 1,
                                   places[i - 1]));
    }
  }
}

void check_probabilities(const char* name, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) check_probability(name, i, values[i]);
}

void check_shape(const Sigmoid& sigmoid) {
  check_finite_number("intercept", sigmoid.intercept);
  check_finite_number("slope", sigmoid.slope);
  check_finite_number("slope_complement", sigmoid.slope_complement);
}

void check_shape(const Steps& steps) {
  check_ascending("borders", steps.borders);
  if (steps.values.size() != steps.borders.size() + 1) {
    throw InputError(
        "values", std::nullopt,
        fmt::format("has {} elements (borders has {}, so {} are needed)", steps.values.size(),
                    steps.borders.size(), steps.borders.size() + 1));
  }
  check_probabilities("values", steps.values);
}

void check_shape(const Segments& segments) {
  if (segments.knots.empty()) {
    throw InputError("knots", std::nullopt, "is empty (one knot or more is needed)");
  }
  check_ascending("knots", segments.knots);
  check_same_length("values", segments.values.size(), "knots", segments.knots.size());
  check_probabilities("values", segments.values);
}

void check_shape(const Grid& grid) {
  check_finite_number("low", grid.low);
  check_finite_number("high", grid.high);
  if (!(grid.low < grid.high)) {
    throw InputError("high", std::nullopt,
                     fmt::format("{} is not above low, which is {}", grid.high, grid.low));
  }
  if (grid.values.empty()) {
    throw InputError("values", std::nullopt, "is empty (one cell or more is needed)");
  }
  if (grid.values.size() > kMostCells) {
    throw InputError(
        "values", std::nullopt,
        fmt::format("has {} elements (at most {} cells)", grid.values.size(), kMostCells));
  }
  check_probabilities("values", grid.values);
}

void check_band(const Band& band, std::size_t values) {
  if (!(band.level > 0 && band.level < 1)) {
    throw InputError("band.level", std::nullopt,
                     fmt::format("{} is not strictly between 0 and 1", band.level));
  }
  check_same_length("band.lower", band.lower.size(), "values", values);
  check_same_length("band.upper", band.upper.size(), "values", values);
  check_probabilities("band.lower", band.lower);
  check_probabilities("band.upper", band.upper);
  for (std::size_t i = 0; i < values; ++i) {
    if (band.lower[i] > band.upper[i]) {
      throw InputError(
          "band.lower", i,
          fmt::format("{} is above band.upper[{}], which is {}", band.lower[i], i, band.upper[i]));
    }
  }
}

void check_text(const char* name, std::optional<std::size_t> index, const std::string& text) {
  if (!is_utf8(text)) throw InputError(name, index, "is not UTF-8");
}

void check_origin(const Origin& origin) {
  constexpr const char* kCandidates = "origin.candidates";
  check_text("origin.method", {}, origin.method);
  check_finite_number("origin.weight", origin.weight);
  if (origin.weight < 0) {
    throw InputError("origin.weight", {}, fmt::format("{} is negative", origin.weight));
  }
  if (!(origin.prevalence >= 0 && origin.prevalence <= 1)) {
    throw InputError("origin.prevalence", {},
                     fmt::format("{} is not a share (0 to 1)", origin.prevalence));
  }
  if (origin.groups.value_or(0) > kMostGroups) {
    throw InputError("origin.groups", {},
                     fmt::format("{} is more than any data have", *origin.groups));
  }
  check_finite_number("origin.log_evidence", origin.log_evidence.value_or(0));
  if (origin.scores) {
    check_finite("origin.scores", 0, origin.scores->low);
    check_finite("origin.scores", 1, origin.scores->high);
    if (origin.scores->low > origin.scores->high) {
      throw InputError("origin.scores", {},
                       fmt::format("{} is above {}", origin.scores->low, origin.scores->high));
    }
  }
  for (std::size_t i = 0; i < origin.candidates.size(); ++i) {
    const Candidate& candidate = origin.candidates[i];
    check_text(kCandidates, i, candidate.base);
    for (const double value :
         {candidate.lambda, candidate.log_evidence, candidate.weight, candidate.tau.value_or(0)}) {
      check_finite(kCandidates, i, value);
    }
    if (candidate.weight < 0) {
      throw InputError(kCandidates, i, fmt::format("weight {} is negative", candidate.weight));
    }
    if (!(candidate.lambda > 0 || (candidate.lambda == 0 && !candidate.base.empty()))) {
      throw InputError(kCandidates, i,
                       fmt::format("lambda {} is not positive (0 is for a base without bins)",
                                   candidate.lambda));
    }
  }
}

}  // namespace

void check_curve(const Curve::Shape& shape, const std::optional<Band>& band, const Origin& origin) {
  check_origin(origin);
  std::visit([](const auto& given) { check_shape(given); }, shape);
  if (!band) return;
  if (std::holds_alternative<Sigmoid>(shape)) {
    throw InputError("band", std::nullopt, "is not possible with a sigmoid");
  }
  // A mean may lie outside a narrow interval, so the values need not lie in the band.
  std::visit(
      [&](const auto& given) {
        if constexpr (requires { given.values; }) check_band(*band, given.values.size());
      },
      shape);
}

}  // namespace calibrant
