// The table of measures. Scorecards, their intervals, comparisons, reports, JSON and Python are all
// made from it, in this order.
//
//   for (const Measure& one : measures()) {
//     std::optional<double> value = one.value(card);
//     std::optional<MeasureInterval> range = intervals.*one.interval;
//   }
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "calibrant/api.hpp"
#include "calibrant/bootstrap.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/multiclass_metrics.hpp"

namespace CALIBRANT_API calibrant {

enum class Better { kLower, kHigher, kNeither };

/// How the interval comes from the replicates: see calibrant/bootstrap.hpp.
enum class IntervalKind { kQuantiles, kInflated, kDistance, kOfPrevalence };

template <class Card, class Intervals>
struct MeasureOf {
  std::string_view name = {};   ///< as in the scorecard, in JSON and in Python
  std::string_view title = {};  ///< in a list of all measures; a blank in front: part of another
  std::string_view short_title = {};  ///< where there is little room
  Better better = Better::kNeither;
  IntervalKind kind = IntervalKind::kQuantiles;
  bool in_compare = false;  ///< a column of a comparison of methods
  /// A mean over folds makes sense. It does not for ECE and MCE, which are noise in few rows.
  bool by_fold = false;
  std::string_view explained = {};  ///< in a few words, at the top of the report; empty: not there
  std::optional<double> (*value)(const Card&) = nullptr;
  std::optional<MeasureInterval> Intervals::*interval = nullptr;
};

using Measure = MeasureOf<Scorecard, ScorecardIntervals>;
using MulticlassMeasure = MeasureOf<MulticlassScorecard, MulticlassIntervals>;

/// In the order in which people read them: log loss comes first.
std::span<const Measure> measures();
std::span<const MulticlassMeasure> multiclass_measures();

}  // namespace calibrant
