#include "metrics/label_drawing.hpp"

#include <algorithm>
#include <cmath>

namespace calibrant::metrics {
namespace {

/// Rows up to this chance of their rarer class are not drawn one by one: the next row that has it
/// is found by the chance that all before it have not.
constexpr double kMostSkipped = 1.0 / 16;

/// Up to this mean, binomial numbers come from inversion, and are exact. Beyond it they are rounded
/// normal ones.
constexpr double kMostInverted = 500;

/// One row, whose chances are multiplied by the exponential of exponent (y - p).
struct TiltedRow {
  double exponent = 0;
  double p = 0;         ///< the tilted one
  double log_mean = 0;  ///< of the exponential

  TiltedRow(double untilted, const Tilt& tilt)
      : exponent(tilt.a + tilt.b * (1 - 2 * untilted)),
        p(untilted / (untilted + (1 - untilted) * std::exp(-exponent))),
        log_mean(std::log1p(untilted * std::expm1(exponent)) - exponent * untilted) {}

  /// The tilted chance that a row is there, of the untilted one.
  double there(double part) const {
    return part * std::exp(log_mean) / (1 + part * std::expm1(log_mean));
  }
};

}  // namespace

TiltedSums tilted_sums(const std::vector<LabelGroup>& groups, const Tilt& tilt) {
  TiltedSums sums;
  for (const auto& [p, n] : groups) {
    const TiltedRow row(p, tilt);
    const double rows = std::floor(n);
    sums.log_mean += rows * row.log_mean;
    sums.mean += rows * row.exponent * (row.p - p);
    if (n == rows) continue;
    sums.log_mean += std::log1p((n - rows) * std::expm1(row.log_mean));
    sums.mean += row.there(n - rows) * row.exponent * (row.p - p);
  }
  return sums;
}

LabelDrawing::LabelDrawing(const std::vector<LabelGroup>& groups, const Tilt& tilt) {
  for (const auto& [p, n] : groups) {
    const TiltedRow row(p, tilt);
    const bool positive = row.p <= 0.5;
    const double sign = positive ? 1 : -1;
    const double rare = positive ? row.p : 1 - row.p;
    const double rows = std::floor(n);
    if (rows > 0) {
      const double hazard = -std::log1p(-rare);
      const Rows drawn = {.rare = rare,
                          .sign = sign,
                          .sign_x = sign * (1 - 2 * p),
                          .n = rows,
                          .none = std::exp(-rows * hazard)};
      if (rare <= kMostSkipped && rows * rare <= 1) {
        skipped_.push_back({.begin = hazards_.empty() ? 0 : hazards_.back(),
                            .hazard = hazard,
                            .sign = drawn.sign,
                            .sign_x = drawn.sign_x});
        hazards_.push_back(skipped_.back().begin + rows * hazard);
      } else {
        (rows == 1 ? single_ : rows_).push_back(drawn);
      }
      const double common = rows * ((positive ? 0 : 1) - p);
      start_.excess += common;
      start_.excess_x += common * (1 - 2 * p);
    }
    if (n > rows) parts_.push_back({.p = p, .drawn = row.p, .there = row.there(n - rows)});
  }
}

double LabelDrawing::draw(const Rows& rows, RandomStream& random) {
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

LabelSums LabelDrawing::next(RandomStream& random) const {
  auto [excess, excess_x] = start_;
  for (const Rows& row : single_) {
    const double count = random.uniform() < row.rare ? 1 : 0;  // without a branch
    excess += row.sign * count;
    excess_x += row.sign_x * count;
  }
  for (const Rows& rows : rows_) {
    const double count = draw(rows, random);
    excess += rows.sign * count;
    excess_x += rows.sign_x * count;
  }
  // Each row has its part of a line, as long as -ln of the chance that it is not rare. The gaps
  // between rare ones are exponential.
  double place = 0;
  while (!hazards_.empty()) {
    place -= std::log(random.open_uniform());
    if (place >= hazards_.back()) break;
    const auto k = std::ranges::upper_bound(hazards_, place) - hazards_.begin();
    const Skipped& rows = skipped_[static_cast<std::size_t>(k)];
    excess += rows.sign;
    excess_x += rows.sign_x;
    const double row = std::floor((place - rows.begin) / rows.hazard);
    place = std::max(place, rows.begin + (row + 1) * rows.hazard);
  }
  for (const auto& [p, drawn, there] : parts_) {
    const double u = random.uniform();
    if (u >= there) continue;
    const double gap = (u < there * drawn ? 1 : 0) - p;
    excess += gap;
    excess_x += gap * (1 - 2 * p);
  }
  return {excess, excess_x};
}

}  // namespace calibrant::metrics
