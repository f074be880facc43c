// What looks wrong with scores and labels before anything is fitted to them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

enum class Suspicion {
  kReversed,      ///< larger scores mean fewer positives, by more than chance
  kPercentages,   ///< scores from 0 to 100 with a largest above 50
  kOneClass,      ///< all labels are 0, or all are 1
  kFewRows,       ///< a total weight below 50
  kFewOfAClass,   ///< a weight below 10 of one label, but not none
  kEqualScores,   ///< one distinct score
  kOutside,       ///< scores outside the range that a model was fitted on
  kClassWeights,  ///< one weight for each class, which makes rare classes heavier
  kNoCounts,      ///< weights that are no whole numbers and add up to far more than the rows
};

struct Warning {
  Suspicion suspicion;
  /// A sentence for people, without a full stop: "all labels are 0, so ...".
  std::string message;
};

/// In the order of the enumeration. Empty if nothing looks wrong. Scores may be of any kind.
std::vector<Warning> inspect(const Observations& observations);

/// What can be told of rows that were never sorted.
struct Totals {
  double negatives = 0;
  double positives = 0;
  bool whole = true;  ///< counts of rows
  double least = 0;   ///< score
  double largest = 0;
};

/// As inspect, except that scores which run the wrong way are not noticed.
std::vector<Warning> inspect_totals(const Totals& totals);

/// For several classes: too few rows in all, or of some classes; one warning of each kind at most.
/// `weights[k]` is the total weight of the rows of class `names[k]`.
std::vector<Warning> inspect_classes(std::span<const std::string> names,
                                     std::span<const double> weights);

/// What looks wrong with weights, which act as counts of rows: one warning at most. `labels[i]` is
/// the class of row i. There are as many as weights.
std::vector<Warning> inspect_weights(std::span<const double> weights,
                                     std::span<const std::uint32_t> labels);

}  // namespace calibrant
