// Chernoff's bound (1952) for the sum S of c (y - p), c = 1 - 2p - m: for any h > 0,
//
//   P(S >= t) <= exp(K(h) - h t),    K(h) = sum ln E exp(h c (y - p)),
//
// and the same for -S. The best h has K'(h) = t; any other gives a bound that is too large. Weights
// are as in metrics/label_chance.cpp: a row that is there with the chance f has the mean 1 - f + f
// M of the exponential, M being that of a whole row.
#include "metrics/side_bound.hpp"

#include <algorithm>
#include <cmath>

namespace calibrant::metrics {
namespace {

double log_mean_exponential(const std::vector<LabelGroup>& groups, double mean, double h) {
  double sum = 0;
  for (const auto& [p, n] : groups) {
    const double c = 1 - 2 * p - mean;
    const double log_row = std::log1p(p * std::expm1(h * c)) - h * c * p;
    const double whole = std::floor(n);
    sum += whole * log_row;
    if (n > whole) sum += std::log1p((n - whole) * std::expm1(log_row));
  }
  return sum;
}

/// One side: h > 0 or h < 0.
double one_side(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic, double t,
                double sign) {
  const auto exponent = [&](double h) {
    return log_mean_exponential(groups, statistic.mean, sign * h) - h * t;
  };
  // Convex in h: the minimum is enclosed, then a third of the interval goes at a time.
  double high = t / statistic.spread_variance;
  while (high < 500 && exponent(2 * high) < exponent(high)) high *= 2;
  double low = 0;
  high *= 2;
  constexpr int kSteps = 15;
  for (int i = 0; i < kSteps; ++i) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    if (exponent(left) < exponent(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return std::exp(std::min(0.0, exponent((low + high) / 2)));
}

}  // namespace

double side_bound(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic,
                  double seen) {
  const double t = std::sqrt(std::max(0.0, seen) * statistic.spread_variance);
  return std::min(1.0, one_side(groups, statistic, t, 1) + one_side(groups, statistic, t, -1));
}

}  // namespace calibrant::metrics
