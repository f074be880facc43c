#include "auto/quantile_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/mixture_quantile.hpp"

namespace calibrant {
namespace {

// The share of a posterior that lies at or below x.
double share_below(const Quantiles& q, double x) {
  if (x < q.front()) {
    const double width = q[1] - q[0];
    return width > 0 ? normal_cdf(normal_score(0) - kQuantileStep * (q[0] - x) / width) : 0;
  }
  if (x >= q.back()) {
    const double width = q[kQuantiles - 1] - q[kQuantiles - 2];
    return width > 0
               ? normal_cdf(normal_score(kQuantiles - 1) + kQuantileStep * (x - q.back()) / width)
               : 1;
  }
  // q[i] <= x < q[i + 1].
  const auto above = std::upper_bound(q.begin(), q.end(), x);
  const auto i = static_cast<std::size_t>(above - q.begin()) - 1;
  return normal_cdf(normal_score(i) + kQuantileStep * (x - q[i]) / (q[i + 1] - q[i]));
}

}  // namespace

double normal_score(std::size_t i) {
  return kQuantileStep * (static_cast<double>(i) - static_cast<double>(kQuantiles - 1) / 2);
}

double normal_cdf(double u) { return 0.5 * std::erfc(-u / std::numbers::sqrt2); }

Quantiles quantiles_of(std::span<const double> masses, std::span<const double> edges) {
  double total = 0;
  for (const double mass : masses) total += mass;
  Quantiles result = {};
  double before = 0;
  std::size_t cell = 0;
  for (std::size_t i = 0; i < kQuantiles; ++i) {
    const double wanted = total * normal_cdf(normal_score(i));
    while (cell + 1 < masses.size() && before + masses[cell] < wanted) before += masses[cell++];
    const double t = masses[cell] > 0 ? std::clamp((wanted - before) / masses[cell], 0.0, 1.0) : 0;
    result[i] = edges[cell] + t * (edges[cell + 1] - edges[cell]);
  }
  return result;
}

Quantiles normal_quantiles(double mean, double deviation) {
  Quantiles result = {};
  for (std::size_t i = 0; i < kQuantiles; ++i) result[i] = mean + deviation * normal_score(i);
  return result;
}

void widen(Quantiles& quantiles, double deviation) {
  constexpr std::size_t kOne = static_cast<std::size_t>(1 / kQuantileStep);
  constexpr std::size_t kMiddle = kQuantiles / 2;
  const double own = (quantiles[kMiddle + kOne] - quantiles[kMiddle - kOne]) / 2;
  const double more = std::hypot(own, deviation) - own;
  for (std::size_t i = 0; i < kQuantiles; ++i) quantiles[i] += more * normal_score(i);
}

double mixture_quantile(std::span<const WeightedQuantiles> parts, double mass) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& [weight, quantiles] : parts) {
    low = std::min(low, quantiles->front());
    high = std::max(high, quantiles->back());
  }
  // Levels beyond the outermost quantiles need more room.
  const double room = high - low + 1;
  const auto below = [](const WeightedQuantiles& part, double x) {
    return share_below(*part.quantiles, x);
  };
  return mixture_quantile(parts, below, mass, low - room, high + room);
}

}  // namespace calibrant
