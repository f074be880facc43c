// Quantiles of a mixture of distributions.
#pragma once

#include <boost/math/tools/toms748_solve.hpp>

#include <cstdint>

namespace calibrant {

/// The place in [low, high] below which a share `mass` of the mixture lies. Each part has a weight;
/// share_below(part, x) is the share of that part below x. Weights need not add up to 1.
template <class Parts, class ShareBelow>
double mixture_quantile(const Parts& parts, const ShareBelow& share_below, double mass, double low,
                        double high) {
  double total = 0;
  for (const auto& part : parts) total += part.weight;
  const auto excess = [&](double x) {
    double sum = 0;
    for (const auto& part : parts) sum += part.weight * share_below(part, x);
    return sum / total - mass;
  };
  const double at_low = excess(low);
  const double at_high = excess(high);
  // Also where there is no weight, and these are no numbers.
  if (!(at_low < 0)) return low;
  if (!(at_high > 0)) return high;
  std::uintmax_t steps = 100;
  const auto [below, above] = boost::math::tools::toms748_solve(
      excess, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(45), steps);
  return (below + above) / 2;
}

}  // namespace calibrant
