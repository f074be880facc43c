// What looks wrong with scores and labels before anything is fitted to them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

enum class Suspicion {
  kReversed,     ///< larger scores mean fewer positives, by more than chance
  kPercentages,  ///< scores from 0 to 100 with a largest above 50
  kOneClass,     ///< all labels are 0, or all are 1
  kFewRows,      ///< a total weight below 50
  kFewOfAClass,  ///< a weight below 10 of one label, but not none
  kEqualScores,  ///< one distinct score
  kOutside,      ///< scores outside the range that a model was fitted on
};

struct Warning {
  Suspicion suspicion;
  /// A sentence for people, without a full stop: "all labels are 0, so ...".
  std::string message;
};

/// In the order of the enumeration. Empty if nothing looks wrong. Scores may be of any kind.
std::vector<Warning> inspect(const Observations& observations);

/// For several classes: too few rows in all, or of some classes; one warning of each kind at most.
/// `weights[k]` is the total weight of the rows of class `names[k]`.
std::vector<Warning> inspect_classes(std::span<const std::string> names,
                                     std::span<const double> weights);

}  // namespace calibrant
