// Knots are added by halving: a straight line stands where it misses the blend by less than the
// tolerance at three places.
#include "auto/blend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "auto/log_odds.hpp"

namespace calibrant {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

// Half-way; but where the ends differ by orders of magnitude, one step of eight towards zero, so
// that a range from 1e-300 to 1 is halved a few hundred times at worst, and evenly on both scales.
double middle_of(double low, double high) {
  if (low < 0 && high > 0) return 0;
  const double far = std::max(std::abs(low), std::abs(high));
  const double near = std::min(std::abs(low), std::abs(high));
  if (near < far / 8) return high > 0 ? far / 8 : -far / 8;
  return std::midpoint(low, high);
}

// How far x lies from low to high. In halves where the difference overflows, and only there: halves
// of denormal doubles may be equal.
double fraction_of(double low, double high, double x) {
  const double unit = std::isfinite(high - low) ? 1.0 : 0.5;
  return (unit * x - unit * low) / (unit * high - unit * low);
}

}  // namespace

Blend::Blend(const Mixture& mixture)
    : scores_(mixture.level.observations.scores().begin(),
              mixture.level.observations.scores().end()),
      probabilities_(scores_.front() >= 0 && scores_.back() <= 1) {
  for (std::size_t i = 0; i < mixture.weights.size(); ++i) {
    if (mixture.weights[i] == 0) continue;
    const bool is_abb = i == mixture.bases.size();
    Part part = {is_abb ? nullptr : &mixture.bases[i].map, mixture.weights[i],
                 mixture.probabilities[i]};
    for (std::size_t k = 0; !is_abb && k < part.line.size(); ++k) {
      part.line[k] = log_odds_of(part.line[k]) - mixture.level.log_odds[i][k];
    }
    parts_.push_back(std::move(part));
  }
}

double Blend::place_of(std::size_t right, double score) const {
  if (right == 0) return 0;
  if (right == scores_.size()) return static_cast<double>(right - 1);
  const double t = fraction_of(scores_[right - 1], scores_[right], score);
  return static_cast<double>(right - 1) + std::clamp(t, 0.0, 1.0);
}

double Blend::between(std::size_t right, double score) const {
  const double place = place_of(right, score);
  const auto k = static_cast<std::size_t>(place);
  const double t = place - static_cast<double>(k);
  double sum = 0;
  for (const Part& part : parts_) {
    double value = part.line[k];
    if (t > 0) value += t * (part.line[k + 1] - value);
    if (part.map != nullptr) value = logistic(part.map->log_odds(score) + value);
    sum += part.weight * value;
  }
  return std::clamp(sum, 0.0, 1.0);
}

double Blend::operator()(double score) const {
  const auto right = std::upper_bound(scores_.begin(), scores_.end(), score) - scores_.begin();
  return between(static_cast<std::size_t>(right), score);
}

std::vector<double> Blend::at_groups() const {
  std::vector<double> values(scores_.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = between(k + 1, scores_[k]);
  return values;
}

// Where the bases have all but reached their limits.
double Blend::far_knot(bool upwards) const {
  const double end = upwards ? scores_.back() : scores_.front();
  if (probabilities_) return upwards ? std::max(end, 1.0) : std::min(end, 0.0);
  const double limit = (*this)(upwards ? kLargest : -kLargest);
  const double span = scores_.back() / 2 - scores_.front() / 2;
  double step = span > 0 ? span : std::max(std::abs(end), std::numeric_limits<double>::min());
  double x = end;
  while (std::abs((*this)(x)-limit) > kBlendTolerance / 2 && std::abs(x) < kLargest) {
    x = std::clamp(upwards ? x + step : x - step, -kLargest, kLargest);
    step *= 2;
  }
  return x;
}

// Appends what is needed between two knots, both of which lie between group right - 1 and `right`,
// or beyond; the lower one is already there.
void Blend::add_between(std::size_t right, double low, double high, Curved& curved) const {
  std::vector<std::pair<double, double>> ahead = {{high, between(right, high)}};
  // The values at the ends may be those of groups; the blend is continuous.
  std::pair<double, double> at = {low, curved.segments.values.back()};
  while (!ahead.empty()) {
    const auto [x, y] = ahead.back();
    const double middle = middle_of(at.first, x);
    bool straight = true;
    if (middle > at.first && middle < x) {
      for (const double probe :
           {middle, std::midpoint(at.first, middle), std::midpoint(middle, x)}) {
        const double t = fraction_of(at.first, x, probe);
        const double line = at.second + t * (y - at.second);
        straight = straight && std::abs(between(right, probe) - line) <= 0.7 * kBlendTolerance;
      }
    }
    if (!straight) {
      ahead.emplace_back(middle, between(right, middle));
      continue;
    }
    curved.segments.knots.push_back(x);
    curved.segments.values.push_back(y);
    curved.places.push_back(place_of(right, x));
    at = {x, y};
    ahead.pop_back();
  }
}

Blend::Curved Blend::curve() const {
  Curved curved;
  const auto start = [&](double x, std::size_t right) {
    curved.segments.knots.push_back(x);
    curved.segments.values.push_back(between(right, x));
    curved.places.push_back(0);
  };
  const double low = far_knot(false);
  const double high = far_knot(true);
  // Where a clipped base has a corner, halving would only creep up on it.
  std::vector<double> corners;
  for (const Part& part : parts_) {
    if (part.map != nullptr && part.map->low > 0) corners = {part.map->low, part.map->high};
  }
  start(low, 0);
  std::size_t right = low < scores_.front() ? 0 : 1;
  for (; right <= scores_.size(); ++right) {
    const double end = right == scores_.size() ? high : scores_[right];
    for (const double corner : corners) {
      if (corner > curved.segments.knots.back() && corner < end) {
        add_between(right, curved.segments.knots.back(), corner, curved);
      }
    }
    if (end > curved.segments.knots.back()) {
      add_between(right, curved.segments.knots.back(), end, curved);
    }
  }
  return curved;
}

}  // namespace calibrant
