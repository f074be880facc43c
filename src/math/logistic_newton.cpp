// Newton with backtracking (Lin, Lin & Weng 2007, "A note on Platt's probabilistic outputs for
// support vector machines").
//
// Deviations from that paper, none of which moves the optimum:
//  * The ridge of 1e-12 is relative to the largest entry of the Hessian.
//  * Once the gradient (1e-10 of the rarer class's share) or the step (1e-7 standard deviations) is
//    small enough, one last full step is taken: its error is of second order.
#include "math/logistic_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace calibrant {
namespace {

constexpr int kMostSteps = 100;
constexpr double kGradient = 1e-10;
constexpr double kStep = 1e-7;
constexpr double kRidge = 1e-12;
constexpr double kEps = std::numeric_limits<double>::epsilon();

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double largest_of(const Vector3& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

Coefficients moved(const Coefficients& from, const Vector3& direction, double length) {
  return {from[0] + length * direction[0], from[1] + length * direction[1],
          from[2] + length * direction[2]};
}

// The loss and its derivatives at one point.
struct Point {
  Coefficients at = {};
  double loss = 0;
  double rounding = 0;  // of the loss
  Vector3 gradient = {};
  Matrix3 curvature = {};
};

Point point_at(const LogisticLoss& loss, const Coefficients& at) {
  const LogisticSums sums = loss.sums(at);
  const double linear = dot(at, loss.targets) + dot(at, loss.pull);
  const auto& h = sums.curvature;
  Point point = {.at = at,
                 .loss = sums.softplus - linear,
                 .rounding = 16 * kEps * (sums.softplus + std::abs(linear)),
                 .curvature = {{{h[0], h[1], h[3]}, {h[1], h[2], h[4]}, {h[3], h[4], h[5]}}}};
  for (std::size_t i = 0; i < 3; ++i) {
    const double pulled = dot(loss.penalty[i], at);
    point.loss += at[i] * pulled / 2;
    point.gradient[i] = sums.fitted[i] - loss.targets[i] + (pulled - loss.pull[i]);
    for (std::size_t j = 0; j < 3; ++j) point.curvature[i][j] += loss.penalty[i][j];
  }
  if (loss.intercept) return point;
  point.gradient[0] = 0;
  point.curvature[0] = {point.curvature[1][1], 0, 0};
  point.curvature[1][0] = point.curvature[2][0] = 0;
  return point;
}

Vector3 newton_step(const Point& point) {
  Matrix3 h = point.curvature;
  const double ridge =
      kRidge * std::max({h[0][0], h[1][1], h[2][2], std::numeric_limits<double>::min() / kRidge});
  for (std::size_t i = 0; i < 3; ++i) h[i][i] += ridge;
  const Vector3& g = point.gradient;
  return Cholesky3(h, ridge).solve({-g[0], -g[1], -g[2]});
}

}  // namespace

NewtonResult minimise(const LogisticLoss& loss, const Coefficients& start) {
  Point here = point_at(loss, start);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Vector3 step = newton_step(here);
    if (largest_of(here.gradient) <= kGradient * loss.targets[0] || largest_of(step) <= kStep) {
      return {.coefficients = moved(here.at, step, 1), .steps = steps, .converged = true};
    }
    const double slope = dot(here.gradient, step);
    for (double length = 1;; length /= 2) {
      // As low as rounding lets us see.
      if (length < 1e-10) return {.coefficients = here.at, .steps = steps + 1};
      Point next = point_at(loss, moved(here.at, step, length));
      if (next.loss <= here.loss + 1e-4 * length * slope + next.rounding) {
        here = next;
        break;
      }
    }
  }
  return {.coefficients = here.at, .steps = kMostSteps};
}

}  // namespace calibrant
