#include "calibrant/curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/check.hpp"

namespace calibrant {

class CurveIndex {
 public:
  Curve::Shape shape;
  std::optional<Band> band;
  Origin origin;
};

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

double read(const Curve::Shape& shape, const std::vector<double>* replacement, double x) {
  const auto values = [&](const auto& s) -> const std::vector<double>& {
    return replacement != nullptr ? *replacement : s.values;
  };
  return std::visit(
      Overloaded{
          [&](const Sigmoid& s) {
            const double clipped = std::clamp(x, 1e-12, 1 - 1e-12);
            double z = s.intercept;
            if (s.input == Sigmoid::Input::kScore) z += s.slope * x;
            if (s.input == Sigmoid::Input::kLogit)
              z += s.slope * (std::log(clipped) - std::log1p(-clipped));
            if (s.input == Sigmoid::Input::kLogs)
              z += s.slope * std::log(clipped) - s.slope_complement * std::log1p(-clipped);
            return 1 / (1 + std::exp(-z));
          },
          [&](const Steps& s) {
            const auto i = std::upper_bound(s.borders.begin(), s.borders.end(), x);
            return values(s)[static_cast<std::size_t>(i - s.borders.begin())];
          },
          [&](const Segments& s) {
            const auto& v = values(s);
            if (x <= s.knots.front()) return v.front();
            if (x >= s.knots.back()) return v.back();
            const auto i = static_cast<std::size_t>(
                std::upper_bound(s.knots.begin(), s.knots.end(), x) - s.knots.begin());
            const double t = (x - s.knots[i - 1]) / (s.knots[i] - s.knots[i - 1]);
            return v[i - 1] + t * (v[i] - v[i - 1]);
          },
          [&](const Grid& s) {
            const auto& v = values(s);
            const auto cells = static_cast<double>(v.size());
            const double cell = std::floor((x - s.low) / (s.high - s.low) * cells);
            return v[static_cast<std::size_t>(std::clamp(cell, 0.0, cells - 1))];
          },
      },
      shape);
}

}  // namespace

Curve::Curve(Shape shape, std::optional<Band> band, Origin origin)
    : index_(std::make_shared<CurveIndex>(
          CurveIndex{std::move(shape), std::move(band), std::move(origin)})) {}

double Curve::operator()(double score) const noexcept {
  if (std::isnan(score)) return score;
  return read(index_->shape, nullptr, score);
}

Interval Curve::interval(double score) const {
  if (!index_->band) throw Error("this curve has no band (fit it with a level)");
  return {read(index_->shape, &index_->band->lower, score),
          read(index_->shape, &index_->band->upper, score)};
}

const Curve::Shape& Curve::shape() const noexcept { return index_->shape; }
const std::optional<Band>& Curve::band() const noexcept { return index_->band; }
const Origin& Curve::origin() const noexcept { return index_->origin; }

void apply(const Curve& curve, std::span<const double> scores, std::span<double> probabilities) {
  check_same_length("probabilities", probabilities.size(), "scores", scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) probabilities[i] = curve(scores[i]);
}

std::vector<double> apply(const Curve& curve, std::span<const double> scores) {
  std::vector<double> probabilities(scores.size());
  apply(curve, scores, probabilities);
  return probabilities;
}

void apply_interval(const Curve& curve, std::span<const double> scores, std::span<double> lower,
                    std::span<double> upper) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto [low, high] = curve.interval(scores[i]);
    lower[i] = low;
    upper[i] = high;
  }
}

}  // namespace calibrant
