#include "auto/blend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "math/log_odds.hpp"
#include "math/straight_lines.hpp"

namespace calibrant {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

}  // namespace

Blend::Blend(const Mixture& mixture)
    : scores_(mixture.resolution.observations.scores().begin(),
              mixture.resolution.observations.scores().end()),
      probabilities_(scores_.front() >= 0 && scores_.back() <= 1) {
  for (std::size_t i = 0; i < mixture.weights.size(); ++i) {
    if (mixture.weights[i] == 0) continue;
    const bool is_abb = i == mixture.bases.size();
    Part part = {is_abb ? nullptr : &mixture.bases[i], mixture.weights[i],
                 mixture.probabilities[i]};
    for (std::size_t k = 0; !is_abb && k < part.line.size(); ++k) {
      part.line[k] = log_odds_of(part.line[k]) - mixture.resolution.log_odds[i][k];
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
    if (part.base != nullptr) value = logistic(part.base->log_odds(score) + value);
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
  // The value at the lower end may be that of a group; the blend is continuous.
  follow([&](double x) { return between(right, x); }, low, curved.segments.values.back(), high,
         kBlendTolerance,
         [&](double x, double y) {
           curved.segments.knots.push_back(x);
           curved.segments.values.push_back(y);
           curved.places.push_back(place_of(right, x));
         });
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
  std::set<double> corners;
  for (const Part& part : parts_) {
    if (part.base == nullptr || !part.base->family->needs_probabilities) continue;
    corners.insert({part.base->reading.clip.low, part.base->reading.clip.high});
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
