// New scores beside those that a model was fitted on.
//
// New data has new extremes, so a few scores outside the old range are normal: of n fitted rows and
// m new ones from the same source, 2 m / (n + 1) lie outside on average. Two things are not normal.
//
//  * A score outside [0, 1], where all fitted scores were inside.
//  * More than max(1 %, 10 / n) of the scores, and at least three, outside the old range widened by
//    5 % of its width on both sides. Without the widening the share outside would exceed 10 / n
//    with probability e^-10 (1 + 10) = 0.0005.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/suspicion.hpp"

namespace CALIBRANT_API calibrant {

/// Whole numbers, so that parts can be added in any order.
struct ScoreCounts {
  std::size_t scores = 0;      ///< without NaN
  std::size_t outside = 0;     ///< the widened range
  std::size_t impossible = 0;  ///< outside [0, 1]

  void add(const ScoreCounts& other) {
    scores += other.scores;
    outside += other.outside;
    impossible += other.impossible;
  }
};

class ScoreCheck {
 public:
  /// Where the origin knows no range (old model files), nothing is ever suspicious.
  explicit ScoreCheck(const Origin& origin);

  bool known() const { return range_.has_value(); }

  /// Outside [0, 1], where all fitted scores were inside.
  bool impossible(double score) const { return probabilities_ && (score < 0 || score > 1); }

  /// Is any of them NaN, infinite or worth counting? Faster than counting.
  bool any(std::span<const double> scores) const;

  ScoreCounts count(std::span<const double> scores) const {
    ScoreCounts counts;
    for (const double score : scores) {
      counts.scores += score == score ? 1U : 0U;
      counts.outside += score < low_ || score > high_ ? 1U : 0U;
      counts.impossible += score < 0 || score > 1 ? 1U : 0U;
    }
    return counts;
  }

  std::optional<Warning> judge(const ScoreCounts& counts) const;

 private:
  std::optional<ScoreRange> range_;
  double low_ = 0;
  double high_ = 0;
  /// Nothing is suspicious inside.
  ScoreRange bounds_ = {.low = std::numeric_limits<double>::lowest(),
                        .high = std::numeric_limits<double>::max()};
  double most_ = 1;  ///< share of scores outside that is still normal
  bool probabilities_ = false;
};

}  // namespace calibrant
