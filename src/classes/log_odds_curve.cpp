#include "classes/log_odds_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/simplify.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

constexpr double kFarthest = 27.631021115927548;  // -log 1e-12

// Where g may bend. 0 is among them and has no coefficient.
constexpr std::array<double, 15> kKnots = {-28, -13, -8.5, -5.5, -3.5, -2, -1, 0,
                                           1,   2,   3.5,  5.5,  8.5,  13, 28};
constexpr std::size_t kZero = 7;

// Cells are narrow where most probabilities lie.
constexpr double kNarrow = 0.25;
constexpr double kWide = 1;
constexpr double kNarrowEnd = 8;
constexpr std::size_t kWideCells = 20;
constexpr std::size_t kNarrowCells = 64;

std::size_t cell_of(double u) {
  if (u < -kNarrowEnd) {
    return static_cast<std::size_t>((u + kNarrowEnd) / kWide + static_cast<double>(kWideCells));
  }
  if (u < kNarrowEnd) {
    return kWideCells + static_cast<std::size_t>((u + kNarrowEnd) / kNarrow);
  }
  return kWideCells + kNarrowCells + static_cast<std::size_t>((u - kNarrowEnd) / kWide);
}

}  // namespace

LogOddsCells::LogOddsCells() : cells_(2 * kWideCells + kNarrowCells) {}

double LogOddsCells::log_odds(double probability) {
  return std::clamp(std::log(probability) - std::log1p(-probability), -kFarthest, kFarthest);
}

void LogOddsCells::add(double log_odds, double negatives, double positives) {
  Cell& cell = cells_[cell_of(log_odds)];
  cell.negatives += negatives;
  cell.positives += positives;
  cell.moment += (negatives + positives) * log_odds;
}

LogOddsCells& LogOddsCells::operator+=(const LogOddsCells& other) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].negatives += other.cells_[i].negatives;
    cells_[i].positives += other.cells_[i].positives;
    cells_[i].moment += other.cells_[i].moment;
  }
  return *this;
}

// The two coefficients of g that count at a place, and how much.
struct LogOddsCurve::Place {
  std::array<std::size_t, 2> at;  // 0: the knot 0, which has none
  std::array<double, 2> share;
};

LogOddsCurve::Place LogOddsCurve::place_of(double log_odds) {
  std::size_t j = 0;
  while (j + 2 < kKnots.size() && log_odds >= kKnots[j + 1]) ++j;
  const double t = (log_odds - kKnots[j]) / (kKnots[j + 1] - kKnots[j]);
  const auto coefficient = [](std::size_t knot) {
    return knot == kZero ? 0 : knot < kZero ? 2 + knot : 1 + knot;
  };
  return {{coefficient(j), coefficient(j + 1)}, {1 - t, t}};
}

double LogOddsCurve::operator()(double log_odds) const {
  const Place place = place_of(log_odds);
  double value = coefficients_[0] + coefficients_[1] * log_odds;
  for (std::size_t i = 0; i < 2; ++i) {
    if (place.at[i] != 0) value += place.share[i] * coefficients_[place.at[i]];
  }
  return value;
}

LogOddsCurve LogOddsCurve::drawn(const Prior& prior, RandomStream random) const {
  LogOddsCurve result = *this;
  result.coefficients_[0] += prior.intercept * random.normal();
  result.coefficients_[1] += prior.slope * random.normal();
  // Away from 0, where g is 0, on either side.
  double away = 0;
  for (std::size_t j = kZero; j-- > 0;) {
    away += prior.bend * std::sqrt(kKnots[j + 1] - kKnots[j]) * random.normal();
    result.coefficients_[2 + j] += away;
  }
  away = 0;
  for (std::size_t j = kZero + 1; j < kKnots.size(); ++j) {
    away += prior.bend * std::sqrt(kKnots[j] - kKnots[j - 1]) * random.normal();
    result.coefficients_[1 + j] += away;
  }
  return result;
}

LogOddsCurve LogOddsCurve::mean(const std::vector<LogOddsCurve>& curves,
                                const std::vector<double>& weights) {
  LogOddsCurve result;
  result.coefficients_ = {};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    for (std::size_t i = 0; i < result.coefficients_.size(); ++i) {
      result.coefficients_[i] += weights[c] * curves[c].coefficients_[i];
    }
  }
  return result;
}

LogOddsCurve::LogOddsCurve(const LogOddsCells& cells, const LogOddsCurve& centre,
                           const Prior& prior)
    : coefficients_(centre.coefficients_) {
  constexpr std::size_t kSize = 2 + kBends;
  using Square = std::array<std::array<double, kSize>, kSize>;  // lower triangle

  Square precision = {};
  precision[0][0] = 1 / (prior.intercept * prior.intercept);
  precision[1][1] = 1 / (prior.slope * prior.slope);
  for (std::size_t j = 0; j + 1 < kKnots.size(); ++j) {
    const double p = 1 / (prior.bend * prior.bend * (kKnots[j + 1] - kKnots[j]));
    const Place place = place_of(kKnots[j]);
    const auto [low, high] = place.at;
    if (low != 0) precision[low][low] += p;
    if (high != 0) precision[high][high] += p;
    if (low != 0 && high != 0) precision[high][low] -= p;
  }

  struct Point {
    double weight, positives, u;
    std::array<std::size_t, 4> at;
    std::array<double, 4> feature;
    std::size_t features;
  };
  std::vector<Point> points;
  for (const LogOddsCells::Cell& cell : cells.cells_) {
    const double weight = cell.negatives + cell.positives;
    if (!(weight > 0)) continue;
    Point point{weight, cell.positives, cell.moment / weight, {0, 1}, {}, 2};
    const Place place = place_of(point.u);
    point.feature = {1, point.u};
    for (std::size_t i = 0; i < 2; ++i) {
      if (place.at[i] == 0) continue;
      point.at[point.features] = place.at[i];
      point.feature[point.features++] = place.share[i];
    }
    points.push_back(point);
  }

  const auto value_at = [&](const Coefficients& x) {
    double value = 0;
    for (const Point& point : points) {
      double z = 0;
      for (std::size_t i = 0; i < point.features; ++i) z += point.feature[i] * x[point.at[i]];
      value += point.weight * softplus(z) - point.positives * z;
    }
    for (std::size_t i = 0; i < kSize; ++i) {
      const double own = x[i] - centre.coefficients_[i];
      value += 0.5 * precision[i][i] * own * own;
      for (std::size_t j = 0; j < i; ++j) {
        value += precision[i][j] * own * (x[j] - centre.coefficients_[j]);
      }
    }
    return value;
  };

  constexpr int kMaxSteps = 30;
  constexpr double kTolerance = 1e-6;  // nats
  double value = value_at(coefficients_);
  for (int step = 0; step < kMaxSteps; ++step) {
    Square hessian = precision;
    Coefficients direction = {};
    for (const Point& point : points) {
      double z = 0;
      for (std::size_t i = 0; i < point.features; ++i) {
        z += point.feature[i] * coefficients_[point.at[i]];
      }
      const double p = logistic(z);
      const double residual = point.weight * p - point.positives;
      const double curvature = point.weight * p * (1 - p);
      for (std::size_t i = 0; i < point.features; ++i) {
        direction[point.at[i]] += residual * point.feature[i];
        for (std::size_t j = 0; j <= i; ++j) {
          const auto [low, high] = std::minmax(point.at[i], point.at[j]);
          hessian[high][low] += curvature * point.feature[i] * point.feature[j];
        }
      }
    }
    for (std::size_t i = 0; i < kSize; ++i) {
      const double own = coefficients_[i] - centre.coefficients_[i];
      direction[i] += precision[i][i] * own;
      for (std::size_t j = 0; j < i; ++j) {
        direction[i] += precision[i][j] * (coefficients_[j] - centre.coefficients_[j]);
        direction[j] += precision[i][j] * own;
      }
    }
    const Coefficients gradient = direction;
    // Cholesky, and the two solves.
    for (std::size_t i = 0; i < kSize; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = hessian[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= hessian[i][k] * hessian[j][k];
        hessian[i][j] = i == j ? std::sqrt(sum) : sum / hessian[j][j];
      }
      for (std::size_t k = 0; k < i; ++k) direction[i] -= hessian[i][k] * direction[k];
      direction[i] /= hessian[i][i];
    }
    for (std::size_t i = kSize; i-- > 0;) {
      for (std::size_t k = i + 1; k < kSize; ++k) direction[i] -= hessian[k][i] * direction[k];
      direction[i] /= hessian[i][i];
    }
    double slope = 0;
    for (std::size_t i = 0; i < kSize; ++i) slope += gradient[i] * direction[i];
    if (!(slope > 2 * kTolerance)) break;
    double length = 1;
    Coefficients next;
    double next_value = 0;
    for (int halving = 0;; ++halving, length /= 2) {
      for (std::size_t i = 0; i < kSize; ++i) {
        next[i] = coefficients_[i] - length * direction[i];
      }
      next_value = value_at(next);
      if (next_value <= value - 1e-4 * length * slope || halving == 30) break;
    }
    if (!(next_value < value)) break;
    coefficients_ = next;
    value = next_value;
  }
}

Curve LogOddsCurve::curve() const {
  // Lines in the probability between these follow a power of it within a few per cent.
  constexpr double kFine = 0.5;
  constexpr int kCoarse = 3;  // fine steps
  constexpr double kTolerance = 1e-5;
  Segments segments;
  const auto add = [&](double score, double u) {
    segments.knots.push_back(score);
    segments.values.push_back(logistic((*this)(u)));
  };
  add(0, -kFarthest);
  constexpr int kLast = 54;
  for (int step = -kLast; step <= kLast;) {
    const double u = kFine * step;
    add(logistic(u), u);
    step += std::abs(u + 0.01) < kNarrowEnd ? 1 : kCoarse;
  }
  add(1, kFarthest);
  return simplify(Curve(std::move(segments)), kTolerance);
}

}  // namespace calibrant
