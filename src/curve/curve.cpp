#include "calibrant/curve.hpp"

#include <array>
#include <limits>
#include <utility>

#include "curve/index.hpp"
#include "curve/validate.hpp"
#include "observations/canonical.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

using Line = CurveIndex::Line;

// A probability of -0 would be printed as one.
void make_zeros_positive(std::vector<double>& values) {
  for (double& value : values) value = canonical(value);
}

std::shared_ptr<const CurveIndex> make_index(Curve::Shape shape, std::optional<Band> band,
                                             Origin origin) {
  check_curve(shape, band, origin);
  std::visit(
      [](auto& given) {
        if constexpr (requires { given.values; }) make_zeros_positive(given.values);
      },
      shape);
  if (band) {
    make_zeros_positive(band->lower);
    make_zeros_positive(band->upper);
  }
  return std::make_shared<const CurveIndex>(std::move(shape), std::move(band), std::move(origin));
}

void check_band_present(const std::optional<Band>& band) {
  if (!band) throw Error("this curve has no band (fit it with a level)");
}

}  // namespace

Curve::Curve(Shape shape, std::optional<Band> band, Origin origin)
    : index_(make_index(std::move(shape), std::move(band), std::move(origin))) {}

double Curve::operator()(double score) const noexcept { return index_->read(Line::kValues, score); }

Interval Curve::interval(double score) const {
  check_band_present(index_->band());
  return {.lower = index_->read(Line::kLower, score), .upper = index_->read(Line::kUpper, score)};
}

const Curve::Shape& Curve::shape() const noexcept { return index_->shape(); }
const std::optional<Band>& Curve::band() const noexcept { return index_->band(); }
const Origin& Curve::origin() const noexcept { return index_->origin(); }

void apply(const Curve& curve, std::span<const double> scores, std::span<double> probabilities,
           const Execution& execution) {
  check_same_length("probabilities", probabilities.size(), "scores", scores.size());
  const std::array lines = {Line::kValues};
  run_parts(threads_for_rows(scores.size(), execution.threads), scores.size(),
            [&](std::size_t, std::size_t begin, std::size_t end) {
              const std::array out = {probabilities.data() + begin};
              curve.index_->read(lines, scores.subspan(begin, end - begin), out);
            });
}

std::vector<double> apply(const Curve& curve, std::span<const double> scores) {
  std::vector<double> probabilities(scores.size());
  apply(curve, scores, probabilities);
  return probabilities;
}

void apply_interval(const Curve& curve, std::span<const double> scores, std::span<double> lower,
                    std::span<double> upper, const Execution& execution) {
  check_band_present(curve.band());
  check_same_length("lower", lower.size(), "scores", scores.size());
  check_same_length("upper", upper.size(), "scores", scores.size());
  const std::array lines = {Line::kLower, Line::kUpper};
  run_parts(threads_for_rows(scores.size(), execution.threads), scores.size(),
            [&](std::size_t, std::size_t begin, std::size_t end) {
              const std::array out = {lower.data() + begin, upper.data() + begin};
              curve.index_->read(lines, scores.subspan(begin, end - begin), out);
            });
}

}  // namespace calibrant
