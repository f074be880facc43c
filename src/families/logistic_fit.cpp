// Logistic regression with Platt's targets.
//
// Problem: minimise  sum_k [ n_k log(1 + exp(z_k)) - T_k z_k ],  z_k = c0 + c1 x_k (+ c2 y_k),
//          T_k = b_k (N1 + 1)/(N1 + 2) + a_k / (N0 + 2),
// with a_k, b_k the negatives and positives of group k, n_k = a_k + b_k, N0 and N1 their sums.
// The targets keep it finite for separable data and for one class alone.
//
// Method: Newton with backtracking (Lin, Lin & Weng 2007, "A note on Platt's probabilistic outputs
// for support vector machines"), from slopes 0 and intercept log((N1 + 1)/(N0 + 1)).
//
// Deviations from that paper, none of which moves the optimum:
//  * The features are transformed and the rarer class plays the positive one: see
//    families/logistic_problem.hpp.
//  * The ridge of 1e-12 is relative to the largest entry of the Hessian.
//  * sum T_k f_k does not depend on c: a pass over the data needs n_k and the features only.
//  * Many groups are first solved for joined cells; one or two steps through all groups are left.
//  * Once the gradient (1e-10 of the rarer class's share) or the step (1e-7 standard deviations) is
//    small enough, one last full step is taken: its error is of second order.
#include "families/logistic_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "kernels/logistic.hpp"

namespace calibrant {
namespace {

constexpr int kMostSteps = 100;
constexpr double kGradient = 1e-10;
constexpr double kStep = 1e-7;
constexpr double kRidge = 1e-12;
constexpr double kEps = std::numeric_limits<double>::epsilon();

// Solves (H + ridge) step = -gradient by Cholesky; H is given as 00 01 11 02 12 22.
Gradient newton_step(const std::array<double, 6>& h, const Gradient& g) {
  const double ridge =
      kRidge * std::max({h[0], h[2], h[5], std::numeric_limits<double>::min() / kRidge});
  const double l00 = std::sqrt(h[0] + ridge);
  const double l10 = h[1] / l00;
  const double l11 = std::sqrt(std::max(h[2] + ridge - l10 * l10, ridge));
  const double l20 = h[3] / l00;
  const double l21 = (h[4] - l20 * l10) / l11;
  const double l22 = std::sqrt(std::max(h[5] + ridge - l20 * l20 - l21 * l21, ridge));
  const double u0 = -g[0] / l00;
  const double u1 = (-g[1] - l10 * u0) / l11;
  const double u2 = (-g[2] - l20 * u0 - l21 * u1) / l22;
  const double s2 = u2 / l22;
  const double s1 = (u1 - l21 * s2) / l11;
  const double s0 = (u0 - l10 * s1 - l20 * s2) / l00;
  return {s0, s1, s2};
}

double dot(const Gradient& a, const Gradient& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double largest_of(const Gradient& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

Coefficients moved(const Coefficients& from, const Gradient& direction, double length) {
  return {from[0] + length * direction[0], from[1] + length * direction[1],
          from[2] + length * direction[2]};
}

struct Solution {
  Coefficients coefficients = {};
  int steps = 0;
  bool converged = false;
};

// `sums_at(coefficients)`, `targets`: sums of T, T x, T y.
template <class Sums>
Solution minimise(const Sums& sums_at, const Gradient& targets, const Coefficients& start) {
  Solution at;
  at.coefficients = start;
  LogisticSums sums = sums_at(at.coefficients);
  double loss = sums.softplus - dot(at.coefficients, targets);
  while (at.steps < kMostSteps) {
    const Gradient gradient = {sums.fitted[0] - targets[0], sums.fitted[1] - targets[1],
                               sums.fitted[2] - targets[2]};
    const Gradient step = newton_step(sums.curvature, gradient);
    if (largest_of(gradient) <= kGradient * targets[0] || largest_of(step) <= kStep) {
      at.coefficients = moved(at.coefficients, step, 1);
      at.converged = true;
      return at;
    }
    ++at.steps;
    const double slope = dot(gradient, step);
    double length = 1;
    for (;; length /= 2) {
      if (length < 1e-10) return at;  // as low as rounding lets us see
      const Coefficients next = moved(at.coefficients, step, length);
      const LogisticSums next_sums = sums_at(next);
      const double linear = dot(next, targets);
      const double next_loss = next_sums.softplus - linear;
      const double rounding = 16 * kEps * (next_sums.softplus + std::abs(linear));
      if (next_loss <= loss + 1e-4 * length * slope + rounding) {
        at.coefficients = next;
        sums = next_sums;
        loss = next_loss;
        break;
      }
    }
  }
  return at;
}

Coefficients begin(const LogisticProblem& problem) {
  const Coefficients flat = {problem.intercept(), 0, 0};
  const LogisticProblem::Cells& cells = problem.cells();
  if (cells.weights.empty()) return flat;
  const Solution found = minimise(
      [&](const Coefficients& at) {
        return logistic_sums(cells.weights, cells.first, cells.second, at);
      },
      problem.targets(), flat);
  return found.converged ? found.coefficients : flat;
}

}  // namespace

MakeFeatures features_in(std::span<const double> first, std::span<const double> second) {
  return [=](std::size_t begin, std::span<double> to_first, std::span<double> to_second) {
    std::copy_n(first.begin() + static_cast<std::ptrdiff_t>(begin), to_first.size(),
                to_first.begin());
    if (to_second.empty()) return;
    std::copy_n(second.begin() + static_cast<std::ptrdiff_t>(begin), to_second.size(),
                to_second.begin());
  };
}

LogisticFit fit_logistic(const Observations& observations, const MakeFeatures& make, bool two,
                         unsigned threads) {
  const LogisticProblem problem(observations, make, two, threads);
  const Solution found = minimise([&](const Coefficients& at) { return problem.sums(at); },
                                  problem.targets(), begin(problem));
  const auto [intercept, first, second] = problem.to_raw(found.coefficients);
  return {.intercept = intercept,
          .first = first,
          .second = second,
          .steps = found.steps,
          .converged = found.converged};
}

}  // namespace calibrant
