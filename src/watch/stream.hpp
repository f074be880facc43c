// One test martingale: the fortune of gamblers who bet on the labels of one kind of probability.
//
// A gambler corrects the log odds u of the model by offset + slope (u - centre) and multiplies his
// fortune by the likelihood ratio of each label. Corrections are learned from the rows since he
// began, by steps of Newton's method after each block of rows: the prior is Normal around 0, and
// the next block is predicted by the peak of the last posterior. A bet uses earlier rows only, so
// the fortune is a martingale, whatever the strategy.
//
// At each start two gamblers begin, one without slope. The j-th start gets 1 / (j (j + 1)) of the
// fortune, so that all starts together get 1. What is not yet given away stays in cash, and so
// does the fortune of those who leave.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/watch.hpp"

namespace calibrant {

/// Rows between two steps of learning.
inline constexpr double kWatchBlock = 64;
/// Whose gamblers are in the game at the same time.
inline constexpr std::size_t kMostStarts = 16;

struct Gambler {
  double start = 0;  ///< rows before the first bet
  std::string time = {};
  bool with_slope = false;
  double stake = 0;  ///< at the start
  double fortune = 0;
  double offset = 0;
  double slope = 0;
  /// Upper triangle, row by row.
  std::array<double, 3> precision = {};
  /// Of the block that is not finished: sums of derivatives at the current correction.
  std::array<double, 2> gradient = {};
  std::array<double, 3> curvature = {};
  double expected = 0;  ///< since the start
  double observed = 0;

  bool operator==(const Gambler&) const = default;
};

struct WatchStream {
  double rows = 0;
  double centre = 0;  ///< mean log odds of the first block; a sum until that is full
  double cash = 1;
  double starts = 0;
  double next_start = kWatchBlock;
  double expected = 0;
  double observed = 0;
  std::vector<Gambler> gamblers = {};

  /// All fortunes together: the evidence.
  double fortune() const;
  void see(double p, bool positive);
  /// After each block; `time` is that of the next row.
  void end_block(const std::string& time);

  bool operator==(const WatchStream&) const = default;
};

std::optional<Departure> departure_of(const WatchStream& stream);

}  // namespace calibrant
