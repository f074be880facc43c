// Four ways to a p-value; n and p are the weight and the probability of a group.
//
// Enumeration: if there are few outcomes, the chances of those that are as extreme are added up. If
// only the total is asked for, the chances of all totals are known (metrics/poisson_binomial.hpp).
//
// The limit: the statistic is the squared length of two sums of independent terms, of variance 1
// and uncorrelated. Skewness g and kurtosis k (that of a normal number is 0) change the chance of a
// length of z or more by a factor of about 1 + g^2 z^6 / 72 + k z^4 / 24. The limit is taken where
// this is at most 1.04 at the smallest p that matters, z^2 = -2 ln p.
//
// Drawing, otherwise. Large p come from plain draws (Besag and Clifford 1991): once kEnough draws
// are as extreme, p = kEnough / draws. If kPlainDraws are too few for that, p is smaller, and comes
// from weighed draws (Harrison 2012): labels x are drawn from a mixture Q of tilted chances, in
// which extreme ones are common, and
//
//   p = (w(seen) + sum of w(x) over the draws that are as extreme) / (1 + draws),  w = P / Q.
//
// Both keep the promise that right probabilities have p <= a with a chance of at most a. For the
// second: the labels seen and the draws are n + 1 from Q, one of which counts with its w. At most a
// (n + 1) of all their w belongs to those with p <= a. Q depends on the probabilities alone. It has
// tilts in several directions, each with the mean z of the smallest p that matters, or with z / 2.
//
// Weights act as frequencies. What a weight has beyond a whole number is a row that is there with
// that chance, so that the sums have the variance that the statistic assumes.
#include "metrics/label_chance.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "math/random.hpp"
#include "metrics/label_drawing.hpp"
#include "metrics/poisson_binomial.hpp"

namespace calibrant::metrics {
namespace {

constexpr double kMostOutcomes = 65536;
constexpr double kMostError = 0.04;
constexpr double kEnough = 100;
constexpr int kPlainDraws = 1000;
constexpr int kWeighedDraws = 5000;
constexpr int kDirections = 8;
/// Statistics that differ by rounding only are equal.
constexpr double kRounding = 1e-9;

/// Drawing takes time for each group, so that many groups are joined with their neighbours: up to
/// this part of p (1 - p), and of the spread of 1 - 2p.
constexpr std::size_t kMostGroups = 2048;
constexpr double kWidestPart = 1.0 / 64;
constexpr double kWidestSpread = 1.0 / 32;

bool varies(double p) { return p > 0 && p < 1; }

double least_of(double seen) { return seen - kRounding * std::max(1.0, seen); }

/// g^2 and k of the header, from above.
struct Cumulants {
  double skewness_square = 0;
  double kurtosis = 0;

  bool are_small(double smallest) const {
    const double square = -2 * std::log(smallest);
    return skewness_square * square * square * square / 72 + kurtosis * square * square / 24 <=
           kMostError;
  }
};

/// The square of the longest term of the two sums: of an extreme probability, and these ascend.
double longest_of(const Predictions& predictions, const LabelStatistic& statistic) {
  const auto p = predictions.probabilities;
  double longest = 0;
  for (const double extreme : {p.front(), p.back()}) {
    const double gap = 1 - 2 * extreme - statistic.mean;
    longest = std::max(longest, gap * gap / statistic.spread_variance);
  }
  return 1 / statistic.excess_variance + longest;
}

/// Of both sums together, in any direction: the norms of all third and fourth cumulants.
Cumulants cumulants_of(const Predictions& predictions, const LabelStatistic& statistic) {
  const double a = 1 / std::sqrt(statistic.excess_variance);
  const double scale = 1 / std::sqrt(statistic.spread_variance);
  std::array<double, 4> third = {};
  double fourth = 0;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double p = predictions.probabilities[k];
    const double x = 1 - 2 * p;
    const double b = (x - statistic.mean) * scale;
    const double variance = predictions.group_weight(k) * p * (1 - p);
    third[0] += variance * x * a * a * a;
    third[1] += variance * x * a * a * b;
    third[2] += variance * x * a * b * b;
    third[3] += variance * x * b * b * b;
    fourth += variance * (a * a + b * b) * (a * a + b * b);
  }
  return {.skewness_square = third[0] * third[0] + 3 * third[1] * third[1] +
                             3 * third[2] * third[2] + third[3] * third[3],
          .kurtosis = fourth};
}

bool limit_holds(const Predictions& predictions, const LabelStatistic& statistic, double smallest) {
  // No skewness and no kurtosis is larger than this.
  const double longest = longest_of(predictions, statistic);
  return Cumulants{longest, longest}.are_small(smallest) ||
         cumulants_of(predictions, statistic).are_small(smallest);
}

/// Those that can turn out either way.
std::vector<LabelGroup> groups_of(const Predictions& predictions, const LabelStatistic& statistic) {
  const auto p = predictions.probabilities;
  const bool join = predictions.groups() > kMostGroups;
  double variance = 0;
  if (join) {
    for (std::size_t k = 0; k < p.size(); ++k) {
      variance += predictions.group_weight(k) * p[k] * (1 - p[k]);
    }
  }
  const double widest = kWidestSpread / 2 * std::sqrt(statistic.spread_variance / variance);
  std::vector<LabelGroup> groups;
  double first = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double n = predictions.group_weight(k);
    if (!varies(p[k]) || n == 0) continue;
    if (join && !groups.empty() &&
        p[k] - first <= std::min(kWidestPart * first * (1 - first), widest)) {
      LabelGroup& into = groups.back();
      into.n += n;
      into.p += n / into.n * (p[k] - into.p);
    } else {
      groups.push_back({p[k], n});
      first = p[k];
    }
  }
  return groups;
}

/// Can all outcomes be listed?
bool are_few(const std::vector<LabelGroup>& groups) {
  double outcomes = 1;
  for (const LabelGroup& group : groups) {
    if (group.n != std::floor(group.n)) return false;
    outcomes *= group.n + 1;
    if (!(outcomes <= kMostOutcomes)) return false;
  }
  return true;
}

/// The chances of 0 to n of n, each with probability p.
std::vector<double> binomial(const LabelGroup& group) {
  std::vector<double> chances;
  const double log_odds = std::log(group.p) - std::log1p(-group.p);
  double log_chance = group.n * std::log1p(-group.p);
  const auto n = static_cast<std::size_t>(group.n);
  for (std::size_t i = 0; i <= n; ++i) {
    const auto b = static_cast<double>(i);
    chances.push_back(std::exp(log_chance));
    log_chance += log_odds + std::log((group.n - b) / (b + 1));
  }
  return chances;
}

class Enumeration {
 public:
  Enumeration(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic, double seen)
      : groups_(groups), statistic_(statistic), least_(least_of(seen)) {
    for (const LabelGroup& group : groups) chances_.push_back(binomial(group));
  }

  double chance() {
    add(0, 1, 0, 0);
    return std::min(1.0, sum_);
  }

 private:
  void add(std::size_t k, double chance, double excess, double excess_x) {
    if (k == groups_.size()) {
      if (statistic_({excess, excess_x}) >= least_) sum_ += chance;
      return;
    }
    const auto [p, n] = groups_[k];
    for (std::size_t b = 0; b < chances_[k].size(); ++b) {
      const double gap = static_cast<double>(b) - n * p;
      add(k + 1, chance * chances_[k][b], excess + gap, excess_x + gap * (1 - 2 * p));
    }
  }

  const std::vector<LabelGroup>& groups_;
  LabelStatistic statistic_;
  double least_;
  std::vector<std::vector<double>> chances_;
  double sum_ = 0;
};

/// Each set of probabilities has draws of its own, so that what chance does to the draws of one
/// table is not the same for all.
std::uint64_t key_of(const std::vector<LabelGroup>& groups) {
  std::uint64_t key = 0;
  for (const auto& [p, n] : groups) {
    key = RandomStream(key, std::bit_cast<std::uint64_t>(p)).bits();
    key = RandomStream(key, std::bit_cast<std::uint64_t>(n)).bits();
  }
  return key;
}

/// What labels are drawn from.
struct Proposal {
  Tilt tilt;
  double log_mean = 0;
  LabelDrawing drawing;
};

/// As far in this direction as the mean is z.
Proposal proposal(const std::vector<LabelGroup>& groups, const Tilt& direction, double z) {
  const auto tilted = [&](double h) { return Tilt{.a = h * direction.a, .b = h * direction.b}; };
  const auto is_below = [&](double h) { return tilted_sums(groups, tilted(h)).mean < h * z; };
  // A sum that cannot be so large is tilted until hardly anything varies.
  constexpr double kFarthest = 100;
  constexpr int kSteps = 5;
  double low = z / 2;
  while (low < kFarthest && is_below(2 * low)) low *= 2;
  while (low > 0 && !is_below(low)) low /= 2;
  double high = 2 * low;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (is_below(middle) ? low : high) = middle;
  }
  const Tilt tilt = tilted(low);
  return {.tilt = tilt,
          .log_mean = tilted_sums(groups, tilt).log_mean,
          .drawing = LabelDrawing(groups, tilt)};
}

class WeighedDraws {
 public:
  WeighedDraws(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic,
               double smallest)
      : statistic_(statistic) {
    const double farthest = std::sqrt(-2 * std::log(smallest));
    const double excess = 1 / std::sqrt(statistic.excess_variance);
    const double spread = 1 / std::sqrt(statistic.spread_variance);
    const int step = excess > 0 && spread > 0 ? 1 : kDirections / 2;
    for (int k = spread > 0 && step > 1 ? kDirections / 4 : 0; k < kDirections; k += step) {
      const double angle = 2 * std::numbers::pi * k / kDirections;
      const double b = spread * std::sin(angle);
      const Tilt direction = {.a = excess * std::cos(angle) - statistic.mean * b, .b = b};
      for (const double z : {farthest / 2, farthest}) {
        proposals_.push_back(proposal(groups, direction, z));
      }
    }
  }

  double chance(const LabelSums& seen, RandomStream& random) const {
    const double least = least_of(statistic_(seen));
    double sum = weight(seen);
    for (int draw = 0; draw < kWeighedDraws; ++draw) {
      const LabelSums drawn = proposals_[random.below(proposals_.size())].drawing.next(random);
      if (statistic_(drawn) >= least) sum += weight(drawn);
    }
    return sum / (1 + kWeighedDraws);
  }

 private:
  double weight(const LabelSums& sums) const {
    double inverse = 0;
    for (const Proposal& one : proposals_) {
      inverse += std::exp(one.tilt.a * sums.excess + one.tilt.b * sums.excess_x - one.log_mean);
    }
    return static_cast<double>(proposals_.size()) / inverse;
  }

  LabelStatistic statistic_;
  std::vector<Proposal> proposals_;
};

double drawn_chance(const std::vector<LabelGroup>& groups, const LabelStatistic& statistic,
                    const LabelSums& seen, const TestOptions& options) {
  const LabelDrawing drawing(groups);
  const double least = least_of(statistic(seen));
  RandomStream random(options.seed, key_of(groups));
  double extreme = 0;
  for (int draws = 1; draws <= kPlainDraws; ++draws) {
    if (statistic(drawing.next(random)) >= least) ++extreme;
    if (extreme == kEnough) return kEnough / draws;
  }
  return std::min(kEnough / kPlainDraws,
                  WeighedDraws(groups, statistic, options.smallest).chance(seen, random));
}

}  // namespace

double label_chance(const Predictions& predictions, const LabelStatistic& statistic,
                    const LabelSums& seen, double limit, const TestOptions& options) {
  if (limit_holds(predictions, statistic, options.smallest)) return limit;
  const std::vector<LabelGroup> groups = groups_of(predictions, statistic);
  const double value = statistic(seen);
  if (std::isinf(statistic.spread_variance) && std::isfinite(value)) {
    const double gap = std::sqrt(std::max(0.0, least_of(value)) * statistic.excess_variance);
    if (const auto chance = total_chance(groups, gap)) return *chance;
  }
  if (are_few(groups)) return Enumeration(groups, statistic, value).chance();
  return drawn_chance(groups, statistic, seen, options);
}

}  // namespace calibrant::metrics
