#include "metrics/exact_binomial.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "calibrant/metrics.hpp"
#include "math/beta_posterior.hpp"
#include "math/quiet_policy.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// Beyond these, Boost's incomplete Beta function takes long, and its limits are good to six
/// digits: normal, if both classes are many, and Poisson, if one is.
constexpr double kManyRows = 1e6;
constexpr double kHuge = 1e10;

/// The chance of `positives` or more of n = negatives + positives, each with probability p.
double at_least(double negatives, double positives, double p) {
  if (positives < 1) return 1;
  const double n = negatives + positives;
  if (std::min(negatives, positives) > kManyRows) {
    const double z = (positives - n * p) / std::sqrt(n * p * (1 - p));
    return std::erfc(z / std::sqrt(2.0)) / 2;
  }
  if (negatives > kHuge) {
    const double mean = -std::log1p(-p) * (negatives + (positives + 1) / 2);
    return boost::math::gamma_p(positives, mean, Quiet());
  }
  if (positives > kHuge) {
    const double mean = -std::log(p) * (positives + negatives / 2);
    return boost::math::gamma_q(negatives + 1, mean, Quiet());
  }
  return boost::math::ibeta(positives, negatives + 1, p, Quiet());
}

}  // namespace

double exact_binomial_p(double negatives, double positives, double p) {
  // Certainty is refuted by one exception.
  if (p <= 0) return positives > 0 ? 0 : 1;
  if (p >= 1) return negatives > 0 ? 0 : 1;
  // NOLINTNEXTLINE(readability-suspicious-call-argument): the other tail is the other class's.
  const double other = at_least(positives, negatives, 1 - p);
  const double tail = std::min(at_least(negatives, positives, p), other);
  return std::clamp(2 * tail, 0.0, 1.0);
}

}  // namespace metrics

Interval exact_binomial_interval(double negatives, double positives, double level) {
  // The quantiles of Beta(k, n - k + 1) and Beta(k + 1, n - k).
  return {positives < 1 ? 0 : beta_interval(negatives, positives - 1, level).lower,
          negatives < 1 ? 1 : beta_interval(negatives - 1, positives, level).upper};
}

}  // namespace calibrant
