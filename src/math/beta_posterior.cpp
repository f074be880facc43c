// Quantiles of Beta(positives + 1, negatives + 1).
//
// Boost's inverse of the incomplete Beta function throws or takes seconds once both counts are
// large, so the quantile x of probability t, I_x(a, b) = t, is found here by the cheapest of four
// ways that is accurate (a = positives + 1, b = negatives + 1):
//
//   a = 1 or b = 1        closed form: x = 1 - (1 - t)^(1/b), x = t^(1/a)
//   a, b both > 1e6       Cornish-Fisher expansion of logit X, whose cumulants are polygammas
//   b far above 1e10, a   -log(1 - X) (b + (a - 1)/2) is Gamma(a); or with a and b exchanged
//   otherwise             Newton on I_x(a, b) in logit x, kept inside a bracket
//
// The upper bound is 1 - (lower quantile of the mirrored posterior), without the subtraction.
#include "math/beta_posterior.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "math/log_odds.hpp"
#include "math/quiet_policy.hpp"

namespace calibrant {
namespace {

constexpr double kBothLarge = 1e6;

// Is Gamma(small) near enough? Its relative error (small/huge)^2/24, in posterior deviations of
// relative size small^(-1/2), stays below 1e-10.
bool gamma_holds(double small, double huge) {
  return huge > 1e10 && huge > 2e4 * std::pow(small, 1.25);
}

// The first five cumulants of log Gamma(a), digamma and its derivatives: what is right to all
// digits needed for a > 1e6, and near enough below it for a first guess.
std::array<double, 5> log_gamma_cumulants(double a) {
  const double r = 1 / a;
  return {std::log(a) - r / 2, r * (1 + r / 2), -r * r * (1 + r), 2 * r * r * r,
          -6 * r * r * r * r};
}

// logit X = log G_a - log G_b with independent Gammas: the quantile of probability Phi(z).
double cornish_fisher_logit(double a, double b, double z) {
  const auto ka = log_gamma_cumulants(a);
  const auto kb = log_gamma_cumulants(b);
  const double variance = ka[1] + kb[1];
  const double sd = std::sqrt(variance);
  // Of no account where the powers of the variance would underflow.
  const bool normal = variance < 1e-60;
  const double skew = normal ? 0 : (ka[2] - kb[2]) / (variance * sd);
  const double excess = normal ? 0 : (ka[3] + kb[3]) / (variance * variance);
  const double fifth = normal ? 0 : (ka[4] - kb[4]) / (variance * variance * sd);
  const double z2 = z * z;
  const double w =
      z + skew * (z2 - 1) / 6 + excess * z * (z2 - 3) / 24 - skew * skew * z * (2 * z2 - 5) / 36 -
      skew * excess * (z2 * z2 - 5 * z2 + 2) / 24 + fifth * (z2 * z2 - 6 * z2 + 3) / 120 +
      skew * skew * skew * (12 * z2 * z2 - 53 * z2 + 17) / 324;
  return (ka[0] - kb[0]) + sd * w;
}

// log I_x(a, b) is concave in y = logit x, so Newton on it from the left side never overshoots; the
// bracket guards against rounding.
double newton_logit(double a, double b, double t, double guess) {
  double low = -745;
  double high = 745;
  double y = std::clamp(guess, low, high);
  const double log_beta = std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  for (int step = 0; step < 200; ++step) {
    const double x = logistic(y);
    const double below = boost::math::ibeta(a, b, x, Quiet());
    (below < t ? low : high) = y;
    // d I_x / dy = x^a (1 - x)^b / B(a, b)
    const double log_x = y < 0 ? y - std::log1p(std::exp(y)) : -std::log1p(std::exp(-y));
    const double slope = std::exp(a * log_x + b * (log_x - y) - log_beta);
    double next = y + (std::log(t) - std::log(below)) * below / slope;
    if (!(next > low && next < high)) next = low / 2 + high / 2;
    if (std::abs(next - y) <= 1e-15 * std::abs(y) + 1e-16 || next == low || next == high) break;
    y = next;
  }
  return y;
}

// x and 1 - x, each with all its digits.
struct Quantile {
  double below = 0;
  double above = 1;
};

Quantile from_logit(double y) { return {logistic(y), logistic(-y)}; }

Quantile lower_quantile(double a, double b, double t) {
  if (a == 1) return {-std::expm1(std::log1p(-t) / b), std::exp(std::log1p(-t) / b)};
  if (b == 1) return {std::pow(t, 1 / a), -std::expm1(std::log(t) / a)};
  const double z = -std::sqrt(2.0) * boost::math::erfc_inv(2 * t, Quiet());
  if (std::min(a, b) > kBothLarge) return from_logit(cornish_fisher_logit(a, b, z));
  if (gamma_holds(a, b)) {
    const double exponent = boost::math::gamma_p_inv(a, t, Quiet()) / (b + (a - 1) / 2);
    return {-std::expm1(-exponent), std::exp(-exponent)};
  }
  if (gamma_holds(b, a)) {
    const double exponent = boost::math::gamma_q_inv(b, t, Quiet()) / (a + (b - 1) / 2);
    return {std::exp(-exponent), -std::expm1(-exponent)};
  }
  return from_logit(newton_logit(a, b, t, cornish_fisher_logit(a, b, z)));
}

}  // namespace

Interval beta_interval(double negatives, double positives, double level) {
  const double tail = (1 - level) / 2;
  const double lower = lower_quantile(positives + 1, negatives + 1, tail).below;
  const double upper = lower_quantile(negatives + 1, positives + 1, tail).above;
  // Rounding may cross the bounds of a band of no width.
  const auto [low, high] = std::minmax(lower, upper);
  return {std::clamp(low, 0.0, 1.0), std::clamp(high, 0.0, 1.0)};
}

}  // namespace calibrant
