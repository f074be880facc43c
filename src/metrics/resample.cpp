// Poisson numbers: small means by inversion (one uniform number, and as many multiplications as the
// result), larger ones by transformed rejection (Hörmann 1993, algorithm PTRS).
#include "metrics/resample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "kernels/prediction_sums.hpp"
#include "math/bins.hpp"
#include "math/join_neighbours.hpp"
#include "math/log_odds.hpp"

namespace calibrant::metrics {
namespace {

constexpr double kSmallMean = 10;

// Beyond this a mean below 10 leads with a chance of 1e-30.
constexpr std::size_t kMostDrawn = 64;

constexpr auto kReciprocals = [] {
  std::array<double, kMostDrawn + 1> result = {};
  for (std::size_t k = 1; k <= kMostDrawn; ++k) result[k] = 1 / static_cast<double>(k);
  return result;
}();

double draw_by_inversion(RandomStream& random, double mean, double none) {
  double left = random.uniform();
  double chance = none;  // of the result k
  std::size_t k = 0;
  while (left >= chance && k < kMostDrawn) {
    left -= chance;
    ++k;
    chance *= mean * kReciprocals[k];
  }
  return static_cast<double>(k);
}

/// ln k! - (k + 1/2) ln k + k - ln sqrt(2 pi), off by less than 1e-6 for k >= 3
/// (below that, 3e-4, where a mean of 10 seldom leads).
double stirling_rest(double k) {
  const double square = k * k;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / k;
}

/// ln of the chance of k. In the form of Loader (2000): no large numbers cancel.
double log_chance(double k, double mean) {
  if (k == 0) return -mean;
  const double gap = mean - k;
  const double deviance = gap - k * std::log1p(gap / k);
  return -0.5 * std::log(2 * std::numbers::pi * k) - stirling_rest(k) - deviance;
}

double draw_by_rejection(RandomStream& random, double mean) {
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double quick = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = random.open_uniform() - 0.5;
    const double v = random.open_uniform();
    const double side = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / side + b) * u + mean + 0.43);
    if (side >= 0.07 && v <= quick) return k;
    if (k < 0 || (side < 0.013 && v > side)) continue;
    if (std::log(v * inverse_alpha / (a / (side * side) + b)) <= log_chance(k, mean)) return k;
  }
}

double clipped_logit(double p) { return logit(std::clamp(p, kClip, 1 - kClip)); }

}  // namespace

double draw_poisson(RandomStream& random, double mean) {
  if (mean < kSmallMean) return draw_by_inversion(random, mean, std::exp(-mean));
  return mean < 0x1p53 ? draw_by_rejection(random, mean) : mean;
}

Predictions view_of(const GroupArrays& groups) {
  return totalled(groups.places, groups.negatives, groups.positives);
}

GroupArrays fewer_groups(const Predictions& predictions, std::size_t bins, std::size_t most,
                         double widest) {
  GroupArrays result;
  const auto p = predictions.probabilities;
  if (p.size() <= most) {
    result.places.assign(p.begin(), p.end());
    result.negatives.assign(predictions.negatives.begin(), predictions.negatives.end());
    result.positives.assign(predictions.positives.begin(), predictions.positives.end());
    return result;
  }
  const UnitBins bin_of(bins);
  const double heaviest = predictions.weight / static_cast<double>(most);
  // Where a group that begins at `first` ends at the latest.
  const auto end_of = [&](double first) {
    const double end = bin_of.edge(bin_of(first) + 1);
    return first < 0.5 ? std::min(end, 0.5) : end;
  };
  double end = end_of(p[0]);
  double farthest = clipped_logit(p[0]) + widest;
  join_neighbours(
      GroupView{p, predictions.negatives, predictions.positives},
      [&](const JoinedGroup& joined, std::size_t k) {
        return joined.weight() + predictions.group_weight(k) <= heaviest && p[k] < end &&
               clipped_logit(p[k]) <= farthest;
      },
      [&](const JoinedGroup& joined) {
        result.add(joined.place, joined.negatives, joined.positives);
        if (joined.end == p.size()) return;
        end = end_of(p[joined.end]);
        farthest = clipped_logit(p[joined.end]) + widest;
      });
  return result;
}

Resampler::Resampler(const GroupArrays& groups)
    : groups_(groups), no_negatives_(groups.size()), no_positives_(groups.size()) {
  for (std::size_t k = 0; k < groups.size(); ++k) {
    no_negatives_[k] = std::exp(-groups.negatives[k]);
    no_positives_[k] = std::exp(-groups.positives[k]);
  }
}

Predictions Resampler::draw(RandomStream& random, GroupArrays& buffer) const {
  const auto count = [&](double mean, double none) {
    if (mean == 0) return 0.0;
    return mean < kSmallMean ? draw_by_inversion(random, mean, none) : draw_poisson(random, mean);
  };
  // A replicate without a row is drawn again.
  do {
    buffer.clear();
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      const double a = count(groups_.negatives[k], no_negatives_[k]);
      const double b = count(groups_.positives[k], no_positives_[k]);
      if (a + b > 0) buffer.add(groups_.places[k], a, b);
    }
  } while (buffer.size() == 0);
  return view_of(buffer);
}

}  // namespace calibrant::metrics
