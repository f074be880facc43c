// The likelihood's derivative by the slope c,
//
//   g(c) = sum_k n_k p_k(c) z_k - sum_k T_k z_k,    p_k = 1 / (1 + exp(-c z_k)),
//
// ascends, from below 0 to above 0 since every target lies strictly between 0 and n_k. Newton's
// steps, kept inside a bracket that every step narrows.
#include "auto/slope.hpp"

#include <cmath>

#include "kernels/logistic.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {

double fit_slope(const Observations& observations, std::span<const double> weights,
                 std::span<const double> log_odds) {
  constexpr int kMostSteps = 200;
  constexpr double kTolerance = 1e-12;
  const double positive_target =
      (observations.positive_weight() + 1) / (observations.positive_weight() + 2);
  const double negative_target = 1 / (observations.negative_weight() + 2);
  CompensatedSum target;
  for (std::size_t k = 0; k < log_odds.size(); ++k) {
    target.add((observations.positives()[k] * positive_target +
                observations.negatives()[k] * negative_target) *
               log_odds[k]);
  }

  double slope = 1;
  double low = -HUGE_VAL;  // the root lies between
  double high = HUGE_VAL;
  for (int step = 0; step < kMostSteps; ++step) {
    const LogisticSums sums = logistic_sums(weights, log_odds, {}, {0, slope, 0});
    const double derivative = sums.fitted[1] - target.value();
    if (derivative == 0) break;
    (derivative < 0 ? low : high) = slope;
    double next = slope - derivative / sums.curvature[2];
    if (!(next > low && next < high)) {
      // Far out, where the curve is flat: double the distance, or halve the bracket.
      const double far =
          derivative < 0 ? slope + 2 * std::abs(slope) + 1 : slope - 2 * std::abs(slope) - 1;
      next = std::isfinite(low + high) ? low + (high - low) / 2 : far;
    }
    const bool close = std::abs(next - slope) <= kTolerance * (1 + std::abs(slope));
    slope = next;
    if (close) break;
  }
  return slope;
}

}  // namespace calibrant
