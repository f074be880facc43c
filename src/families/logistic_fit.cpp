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
//  * Features are centred, scaled to unit variance and, if two, rotated to their principal axes
//    (x + y, x - y: those of any 2x2 correlation matrix), so that no scale or offset of the scores
//    hurts the solver and collinear features simply lose an axis.
//  * The rarer class plays the positive one, so that the residual sums lose no digits to 1 - p.
//  * Weights are scaled by a power of two to a total in [1, 2): 1e300 rows do not overflow.
//  * The ridge of 1e-12 is relative to the largest entry of the Hessian.
//  * sum T_k f_k does not depend on c: a pass over the data needs n_k and the features only.
//  * Once the gradient is small enough (1e-10 of the rarer class's share) one last full step is
//    taken: its error is of second order.
#include "families/logistic_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "kernels/logistic.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace {

constexpr int kMostSteps = 100;
constexpr double kGradient = 1e-10;
constexpr double kRidge = 1e-12;
constexpr double kEps = std::numeric_limits<double>::epsilon();

// Sum of f(k) over [0, n): eight partial sums in blocks, in a fixed order.
template <class F>
double blocked_sum(std::size_t n, const F& f) {
  constexpr std::size_t kBlock = 1024;
  CompensatedSum total;
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, n);
    std::array<double, 8> part = {};
    std::size_t k = begin;
    for (; k + 8 <= end; k += 8) {
      for (std::size_t i = 0; i < 8; ++i) part[i] += f(k + i);
    }
    for (; k < end; ++k) part[0] += f(k);
    total.add(((part[0] + part[1]) + (part[2] + part[3])) +
              ((part[4] + part[5]) + (part[6] + part[7])));
  }
  return total.value();
}

// Raw feature = origin + centre + scale * standard; scale 0: it does not vary.
struct Standard {
  double origin = 0;  // the raw value of the first group: differences from it are exact or nearly
  double centre = 0;
  double scale = 0;
  double noise = 0;  // rounding error of the standardised values, at most
};

Standard standardise(std::span<const double> weights, double total, LargeArray& feature) {
  Standard s;
  s.origin = feature.front();
  double largest = 0;
  for (double& value : feature) {
    largest = std::max(largest, std::abs(value));
    value -= s.origin;
  }
  s.centre =
      blocked_sum(feature.size(), [&](std::size_t k) { return weights[k] * feature[k]; }) / total;
  for (double& value : feature) value -= s.centre;
  s.scale =
      std::sqrt(blocked_sum(feature.size(),
                            [&](std::size_t k) { return weights[k] * feature[k] * feature[k]; }) /
                total);
  if (s.scale > 0) {
    for (double& value : feature) value /= s.scale;
    s.noise = kEps * (1 + largest / s.scale);
  }
  return s;
}

// The two axes of standardised features: (x + y)/2 and (x - y)/2, each of unit variance again.
// An axis that is rounding noise only is switched off: scale 0.
struct Axes {
  double along = 1;
  double across = 1;
};

Axes rotate(std::span<const double> weights, double total, LargeArray& x, LargeArray& y,
            double noise) {
  const auto deviation = [&](const LargeArray& v) {
    const double variance =
        blocked_sum(v.size(), [&](std::size_t k) { return weights[k] * v[k] * v[k]; }) / total;
    const double sd = std::sqrt(variance);
    return sd > 8 * noise ? sd : 0;
  };
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double sum = (x[k] + y[k]) / 2;
    const double difference = (x[k] - y[k]) / 2;
    x[k] = sum;
    y[k] = difference;
  }
  const Axes axes = {deviation(x), deviation(y)};
  const auto scale = [](LargeArray& v, double sd) {
    for (double& value : v) value = sd > 0 ? value / sd : 0;
  };
  scale(x, axes.along);
  scale(y, axes.across);
  return axes;
}

using Gradient = std::array<double, 3>;

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

Coefficients moved(const Coefficients& from, const Gradient& direction, double length) {
  return {from[0] + length * direction[0], from[1] + length * direction[1],
          from[2] + length * direction[2]};
}

struct Solution {
  Coefficients coefficients = {};
  int steps = 0;
  bool converged = false;
};

// `targets`: sums of T, T x, T y. All three arrays standardised, weights of total about 1.
Solution minimise(std::span<const double> weights, std::span<const double> x,
                  std::span<const double> y, const Gradient& targets, const Coefficients& start) {
  Solution at;
  at.coefficients = start;
  LogisticSums sums = logistic_sums(weights, x, y, at.coefficients);
  double loss = sums.softplus - dot(at.coefficients, targets);
  while (at.steps < kMostSteps) {
    const Gradient gradient = {sums.fitted[0] - targets[0], sums.fitted[1] - targets[1],
                               sums.fitted[2] - targets[2]};
    const Gradient step = newton_step(sums.curvature, gradient);
    const double size =
        std::max({std::abs(gradient[0]), std::abs(gradient[1]), std::abs(gradient[2])});
    if (size <= kGradient * targets[0]) {
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
      const LogisticSums next_sums = logistic_sums(weights, x, y, next);
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

// Many groups, which are sorted by score: neighbours joined into cells make a problem of nearly the
// same solution, from where one or two steps through all groups are left.
Coefficients begin(std::span<const double> weights, std::span<const double> x,
                   std::span<const double> y, const Gradient& targets, double intercept) {
  constexpr std::size_t kCells = 4096;
  const Coefficients flat = {intercept, 0, 0};
  if (weights.size() < 16 * kCells) return flat;
  // sums[cell] = sum of value(k) over the cell's groups
  const auto joined = [&](const auto& value) {
    std::vector<double> sums(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const std::size_t end = weights.size() * (cell + 1) / kCells;
      for (std::size_t k = weights.size() * cell / kCells; k < end; ++k) sums[cell] += value(k);
    }
    return sums;
  };
  const std::vector<double> cell_weights = joined([&](std::size_t k) { return weights[k]; });
  const auto means = [&](std::span<const double> feature) {
    if (feature.empty()) return std::vector<double>();
    std::vector<double> result = joined([&](std::size_t k) { return weights[k] * feature[k]; });
    for (std::size_t cell = 0; cell < kCells; ++cell) result[cell] /= cell_weights[cell];
    return result;
  };
  const Solution found = minimise(cell_weights, means(x), means(y), targets, flat);
  return found.converged ? found.coefficients : flat;
}

}  // namespace

LogisticFit fit_logistic(const Observations& observations, LargeArray first, LargeArray second) {
  const bool flipped = observations.positive_weight() > observations.negative_weight();
  const auto common = flipped ? observations.positives() : observations.negatives();
  const auto rare = flipped ? observations.negatives() : observations.positives();
  const double common_total =
      std::max(observations.negative_weight(), observations.positive_weight());
  const double rare_total =
      std::min(observations.negative_weight(), observations.positive_weight());
  const std::size_t groups = observations.groups();

  const double unit = std::ldexp(1.0, std::clamp(-std::ilogb(observations.weight()), -1000, 1000));
  LargeArray weights(groups);
  for (std::size_t k = 0; k < groups; ++k) weights[k] = (common[k] + rare[k]) * unit;
  const double total = observations.weight() * unit;

  const Standard f = standardise(weights, total, first);
  Standard g;
  Axes axes;
  const bool two = !second.empty();
  if (two) {
    g = standardise(weights, total, second);
    axes = rotate(weights, total, first, second, f.noise + g.noise);
  }

  const double rare_target = (rare_total + 1) / (rare_total + 2) * unit;
  const double common_target = 1 / (common_total + 2) * unit;
  const auto target_sum = [&](const LargeArray& feature) {
    return blocked_sum(groups, [&](std::size_t k) {
      return (rare[k] * rare_target + common[k] * common_target) * feature[k];
    });
  };
  const Gradient targets = {rare_total * rare_target + common_total * common_target,
                            target_sum(first), two ? target_sum(second) : 0};
  const Coefficients start =
      begin(weights, first, second, targets, std::log((rare_total + 1) / (common_total + 1)));
  const Solution found = minimise(weights, first, second, targets, start);

  // Back to the raw features: c1 along + c2 across, then x = (f - origin - centre) / scale.
  auto [c0, c1, c2] = found.coefficients;
  if (two) {
    const double along = axes.along > 0 ? c1 / axes.along / 2 : 0;
    const double across = axes.across > 0 ? c2 / axes.across / 2 : 0;
    c1 = along + across;
    c2 = along - across;
  }
  const double sign = flipped ? -1 : 1;
  LogisticFit fit;
  fit.first = f.scale > 0 ? sign * c1 / f.scale : 0;
  fit.second = g.scale > 0 ? sign * c2 / g.scale : 0;
  fit.intercept =
      sign * c0 - fit.first * (f.origin + f.centre) - fit.second * (g.origin + g.centre);
  fit.steps = found.steps;
  fit.converged = found.converged;
  return fit;
}

}  // namespace calibrant
