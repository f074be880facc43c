#include "watch/stream.hpp"

#include <algorithm>
#include <cmath>

#include "math/log_odds.hpp"

namespace calibrant {
namespace {

/// Standard deviations of the prior.
constexpr double kOffsetSpread = 0.5;
constexpr double kSlopeSpread = 0.25;
/// Corrections see log odds up to here, and are themselves no larger than kMostCorrection.
constexpr double kMostSeen = 8;
constexpr double kMostCorrection = 5;
constexpr double kMostShift = 20;
/// A fortune that is larger is cut, so that sums stay finite.
constexpr double kMostFortune = 1e280;
/// A start comes so many rows after the last one, and after so large a part of all rows.
constexpr double kStartGap = 256;
constexpr double kStartGrowth = 1.12;

double seen_log_odds(double p) { return std::clamp(std::log(p / (1 - p)), -kMostSeen, kMostSeen); }

void bet(Gambler& gambler, double p, double x, bool positive) {
  const double shift = std::clamp(gambler.offset + gambler.slope * x, -kMostShift, kMostShift);
  const double odds = std::exp(shift);
  const double divisor = 1 + p * (odds - 1);
  gambler.fortune = std::min(kMostFortune, gambler.fortune * (positive ? odds : 1) / divisor);
  const double corrected = p * odds / divisor;
  const double gap = (positive ? 1 : 0) - corrected;
  const double variance = corrected * (1 - corrected);
  gambler.gradient[0] += gap;
  gambler.curvature[0] += variance;
  gambler.expected += p;
  gambler.observed += positive ? 1 : 0;
  if (!gambler.with_slope) return;
  gambler.gradient[1] += gap * x;
  gambler.curvature[1] += variance * x;
  gambler.curvature[2] += variance * x * x;
}

void learn(Gambler& gambler) {
  auto& precision = gambler.precision;
  for (std::size_t i = 0; i < precision.size(); ++i) precision[i] += gambler.curvature[i];
  const auto& gradient = gambler.gradient;
  double offset = gradient[0] / precision[0];
  if (gambler.with_slope) {
    const double determinant = precision[0] * precision[2] - precision[1] * precision[1];
    offset = (precision[2] * gradient[0] - precision[1] * gradient[1]) / determinant;
    gambler.slope += (precision[0] * gradient[1] - precision[1] * gradient[0]) / determinant;
  }
  gambler.offset = std::clamp(gambler.offset + offset, -kMostCorrection, kMostCorrection);
  gambler.slope = std::clamp(gambler.slope, -kMostCorrection, kMostCorrection);
  gambler.gradient = {};
  gambler.curvature = {};
}

// Those of the start that has the smallest fortune leave. Both gamblers of a start are neighbours.
void dismiss(WatchStream& stream) {
  auto& gamblers = stream.gamblers;
  std::size_t poorest = 0;
  const auto fortune = [&](std::size_t i) { return gamblers[i].fortune + gamblers[i + 1].fortune; };
  for (std::size_t i = 2; i < gamblers.size(); i += 2) {
    if (fortune(i) < fortune(poorest)) poorest = i;
  }
  stream.cash = std::min(kMostFortune, stream.cash + fortune(poorest));
  const auto first = gamblers.begin() + static_cast<std::ptrdiff_t>(poorest);
  gamblers.erase(first, first + 2);
}

void begin(WatchStream& stream, const std::string& time) {
  if (stream.gamblers.size() == 2 * kMostStarts) dismiss(stream);
  stream.starts += 1;
  // The stakes of all starts add up to the first fortune, 1, so there is always cash for them.
  const double stake = 1 / (stream.starts * (stream.starts + 1));
  stream.cash -= stake;
  for (const bool with_slope : {false, true}) {
    stream.gamblers.push_back({.start = stream.rows,
                               .time = time,
                               .with_slope = with_slope,
                               .stake = stake / 2,
                               .fortune = stake / 2,
                               .precision = {1 / (kOffsetSpread * kOffsetSpread), 0,
                                             with_slope ? 1 / (kSlopeSpread * kSlopeSpread) : 0}});
  }
  stream.next_start = std::max(stream.rows + kStartGap, std::floor(kStartGrowth * stream.rows));
}

}  // namespace

double WatchStream::fortune() const {
  double sum = cash;
  for (const Gambler& gambler : gamblers) sum += gambler.fortune;
  return std::min(kMostFortune, sum);
}

void WatchStream::see(double p, bool positive) {
  const double u = seen_log_odds(p);
  rows += 1;
  expected += p;
  observed += positive ? 1 : 0;
  if (rows <= kWatchBlock) {
    centre += u;
    return;
  }
  for (Gambler& gambler : gamblers) bet(gambler, p, u - centre, positive);
}

void WatchStream::end_block(const std::string& time) {
  if (rows == kWatchBlock) centre /= rows;
  for (Gambler& gambler : gamblers) learn(gambler);
  if (rows >= next_start) begin(*this, time);
}

std::optional<Departure> departure_of(const WatchStream& stream) {
  const auto richest = std::ranges::max_element(stream.gamblers, {}, &Gambler::fortune);
  if (richest == stream.gamblers.end() || richest->fortune <= richest->stake) return {};
  const double since = stream.rows - richest->start;
  return Departure{.first_row = richest->start + 1,
                   .time = richest->time,
                   .rows = since,
                   .expected = richest->expected,
                   .observed = richest->observed,
                   .offset = richest->offset,
                   .slope = richest->slope,
                   .centre = stream.centre,
                   .saved = std::log(richest->fortune / richest->stake) / since};
}

}  // namespace calibrant
