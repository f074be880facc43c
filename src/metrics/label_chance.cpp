// Three ways to the same p-value; n and p are the weight and the probability of a group.
//
// Enumeration: if there are few outcomes, the chances of those that are as extreme are added up.
//
// The limit: the statistic is a sum of squares of two sums of independent terms, each with variance
// 1. The largest term of a sum bounds its skewness, and skewness g changes the chance of |z| or
// more by a factor of about 1 + (g z^3 / 6)^2 / 2. The limit is taken where this is at most 1.04 at
// the smallest p that matters, z^2 = -2 ln p.
//
// Drawing, otherwise (Besag and Clifford 1991): until kEnough draws are as extreme, which gives p =
// kEnough / draws, or until the draws are many, which gives (1 + as extreme) / (1 + draws). Both
// keep the promise that right probabilities have p <= a with a chance of at most a. Draws also end
// once hardly any was as extreme in ten times as many as a p of `smallest` needs for one.
//
// Weights act as frequencies. What a weight has beyond a whole number is a row that is there with
// that chance, so that the sums have the variance that the statistic assumes.
#include "metrics/label_chance.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random.hpp"

namespace calibrant::metrics {
namespace {

constexpr double kMostOutcomes = 65536;
constexpr double kMostError = 0.04;
constexpr double kEnough = 200;
constexpr double kClear = 10;
constexpr double kMany = 50;
constexpr double kMostDraws = 1e6;
/// Statistics that differ by rounding only are equal.
constexpr double kRounding = 1e-9;

/// Drawing takes time for each group, so that many groups are joined with their neighbours: up to
/// this part of p (1 - p), and of the spread of 1 - 2p.
constexpr std::size_t kMostGroups = 2048;
constexpr double kWidestPart = 1.0 / 64;
constexpr double kWidestSpread = 1.0 / 32;

/// Up to this mean, binomial numbers come from inversion, and are exact. Beyond it they are rounded
/// normal ones.
constexpr double kMostInverted = 500;

struct Group {
  double p = 0;
  double n = 0;
};

bool varies(double p) { return p > 0 && p < 1; }

double least_of(double seen) { return seen - kRounding * std::max(1.0, seen); }

bool limit_holds(const Predictions& predictions, const LabelStatistic& statistic, double smallest) {
  const auto p = predictions.probabilities;
  double largest = 1 / statistic.excess_variance;
  const auto take = [&](double probability) {
    const double gap = 1 - 2 * probability - statistic.mean;
    largest = std::max(largest, gap * gap / statistic.spread_variance);
  };
  // The extremes; probabilities ascend.
  const auto first = std::ranges::find_if(p, varies);
  if (first == p.end()) return true;
  take(*first);
  take(varies(p.back()) ? p.back() : p[p.size() - 2]);
  const double square = -2 * std::log(smallest);
  return largest * square * square * square / 72 <= kMostError;
}

/// Those that can turn out either way.
std::vector<Group> groups_of(const Predictions& predictions, const LabelStatistic& statistic) {
  const auto p = predictions.probabilities;
  const bool join = predictions.groups() > kMostGroups;
  double variance = 0;
  if (join) {
    for (std::size_t k = 0; k < p.size(); ++k) {
      variance += predictions.group_weight(k) * p[k] * (1 - p[k]);
    }
  }
  const double widest = kWidestSpread / 2 * std::sqrt(statistic.spread_variance / variance);
  std::vector<Group> groups;
  double first = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double n = predictions.group_weight(k);
    if (!varies(p[k]) || n == 0) continue;
    if (join && !groups.empty() &&
        p[k] - first <= std::min(kWidestPart * first * (1 - first), widest)) {
      Group& into = groups.back();
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
bool are_few(const std::vector<Group>& groups) {
  double outcomes = 1;
  for (const Group& group : groups) {
    if (group.n != std::floor(group.n)) return false;
    outcomes *= group.n + 1;
    if (!(outcomes <= kMostOutcomes)) return false;
  }
  return true;
}

/// The chances of 0 to n of n, each with probability p.
std::vector<double> binomial(const Group& group) {
  std::vector<double> chances;
  const double log_odds = std::log(group.p) - std::log1p(-group.p);
  double log_chance = group.n * std::log1p(-group.p);
  for (double b = 0; b <= group.n; ++b) {
    chances.push_back(std::exp(log_chance));
    log_chance += log_odds + std::log((group.n - b) / (b + 1));
  }
  return chances;
}

class Enumeration {
 public:
  Enumeration(const std::vector<Group>& groups, const LabelStatistic& statistic, double seen)
      : groups_(groups), statistic_(statistic), least_(least_of(seen)) {
    for (const Group& group : groups) chances_.push_back(binomial(group));
  }

  double chance() {
    add(0, 1, 0, 0);
    return std::min(1.0, sum_);
  }

 private:
  void add(std::size_t k, double chance, double excess, double excess_x) {
    if (k == groups_.size()) {
      if (statistic_(excess, excess_x) >= least_) sum_ += chance;
      return;
    }
    const auto [p, n] = groups_[k];
    for (std::size_t b = 0; b < chances_[k].size(); ++b) {
      const double gap = static_cast<double>(b) - n * p;
      add(k + 1, chance * chances_[k][b], excess + gap, excess_x + gap * (1 - 2 * p));
    }
  }

  const std::vector<Group>& groups_;
  LabelStatistic statistic_;
  double least_;
  std::vector<std::vector<double>> chances_;
  double sum_ = 0;
};

/// Draws of the statistic. What is drawn of a group is the class that is the rarer one in it.
class Drawing {
 public:
  Drawing(const std::vector<Group>& groups, const LabelStatistic& statistic)
      : statistic_(statistic) {
    for (const auto& [p, n] : groups) {
      const double sign = p <= 0.5 ? 1 : -1;
      const double rare = std::min(p, 1 - p);
      const double rows = std::floor(n);
      if (rows > 0) {
        rows_.push_back({.rare = rare,
                         .sign = sign,
                         .sign_x = sign * (1 - 2 * p),
                         .n = rows,
                         .none = std::exp(rows * std::log1p(-rare))});
        start_ -= sign * rows * rare;
        start_x_ -= sign * (1 - 2 * p) * rows * rare;
      }
      if (n > rows) parts_.push_back({.p = p, .there = n - rows});
    }
  }

  double next(RandomStream& random) const {
    double excess = start_;
    double excess_x = start_x_;
    for (const Rows& rows : rows_) {
      const double count = draw(rows, random);
      if (count == 0) continue;
      excess += rows.sign * count;
      excess_x += rows.sign_x * count;
    }
    for (const auto& [p, there] : parts_) {
      const double u = random.uniform();
      if (u >= there) continue;
      const double gap = (u < there * p ? 1 : 0) - p;
      excess += gap;
      excess_x += gap * (1 - 2 * p);
    }
    return statistic_(excess, excess_x);
  }

 private:
  struct Rows {
    double rare = 0;    ///< min(p, 1 - p)
    double sign = 0;    ///< of y - p if the rarer class is drawn
    double sign_x = 0;  ///< sign (1 - 2p)
    double n = 0;       ///< whole
    double none = 0;    ///< the chance of no rare one
  };
  struct Part {
    double p = 0;
    double there = 0;
  };

  static double draw(const Rows& rows, RandomStream& random) {
    if (rows.n == 1) return random.uniform() < rows.rare ? 1 : 0;
    const double mean = rows.n * rows.rare;
    if (mean > kMostInverted) {
      const double drawn = mean + std::sqrt(mean * (1 - rows.rare)) * random.normal();
      return std::clamp(std::round(drawn), 0.0, rows.n);
    }
    const double odds = rows.rare / (1 - rows.rare);
    double left = random.uniform();
    double chance = rows.none;
    double count = 0;
    while (left >= chance && count < rows.n) {
      left -= chance;
      chance *= (rows.n - count) / (count + 1) * odds;
      ++count;
      if (chance == 0) break;  // rounding has left a rest
    }
    return count;
  }

  LabelStatistic statistic_;
  std::vector<Rows> rows_;
  std::vector<Part> parts_;
  double start_ = 0;
  double start_x_ = 0;
};

double drawn_chance(const Drawing& drawing, double seen, const TestOptions& options) {
  const double least = least_of(seen);
  const double clear = std::min(kMostDraws, std::ceil(kClear / options.smallest));
  const double most = std::min(kMostDraws, std::ceil(kMany / options.smallest));
  RandomStream random(options.seed);
  double extreme = 0;
  double draws = 0;
  while (draws < most) {
    ++draws;
    if (drawing.next(random) >= least) ++extreme;
    if (extreme == kEnough) return kEnough / draws;
    if (draws == clear && extreme <= 1) break;
  }
  return (1 + extreme) / (1 + draws);
}

}  // namespace

double label_chance(const Predictions& predictions, const LabelStatistic& statistic, double seen,
                    double limit, const TestOptions& options) {
  if (limit_holds(predictions, statistic, options.smallest)) return limit;
  const std::vector<Group> groups = groups_of(predictions, statistic);
  if (are_few(groups)) return Enumeration(groups, statistic, seen).chance();
  return drawn_chance(Drawing(groups, statistic), seen, options);
}

}  // namespace calibrant::metrics
