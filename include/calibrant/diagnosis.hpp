// Where are these probabilities wrong, and how sure is that?
//
// Rows are put into bins of equal mass. What is called off is off by more than chance: of many
// diagnoses of probabilities that are right, at most one in twenty calls anything off (before and
// after calibration are two diagnoses). Half of that chance is spent on the whole, by
// calibration_test(), and the other half on the bins, shared equally (Bonferroni). A bin is tested
// by the exact binomial distribution with its mean probability. Where the probabilities of a bin
// differ, its positives vary less than that, so that the test errs towards "not off".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// Of the intervals of the bins; all tests of a diagnosis together have the chance 1 - this.
inline constexpr double kDiagnosisLevel = 0.95;

/// Neighbouring rows.
struct MassBin {
  double low = 0;   ///< its smallest score
  double high = 0;  ///< its largest
  double mean = 0;  ///< of its scores, by weight
  double negatives = 0;
  double positives = 0;

  double weight() const { return negatives + positives; }
  double observed() const { return positives / weight(); }
};

struct DiagnosedBin {
  MassBin rows;       ///< the scores are the probabilities
  Interval interval;  ///< of the observed share, of this bin alone, at kDiagnosisLevel
  bool off = false;

  bool too_high() const { return rows.mean > rows.observed(); }
};

/// Bins that are off in the same direction, and those between them, if they lean to that side, too.
struct OffRange {
  std::size_t first = 0;  ///< bins, [first, last]
  std::size_t last = 0;
  bool too_high = false;
  double weight = 0;
  double expected = 0;  ///< positives, by the probabilities
  double observed = 0;
};

struct Diagnosis {
  std::vector<DiagnosedBin> bins;
  std::vector<OffRange> off;
  /// "too high", "too low", "too extreme" or "too timid"; empty if the whole is not off.
  std::string on_the_whole = {};
  double weight = 0;
  double expected = 0;  ///< positives
  double observed = 0;
  /// Of all tests together, adjusted for their number: anything is off where this is at most 1 -
  /// kDiagnosisLevel.
  double p = 1;
  /// Fewer than 50 rows or fewer than 10 of a class, as inspect() counts: that nothing is found off
  /// then means little.
  bool few = false;

  bool fine() const { return off.empty() && on_the_whole.empty(); }
};

/// In ten bins, in twenty from 2,000 rows on. `share`: the part of the chance of one in twenty that
/// this diagnosis may spend, if it is one of several.
Diagnosis diagnose(const Observations& predictions, double share = 1);

/// One sentence: "The probabilities are off by more than chance (...).", "There is no sign that
/// ...", or "There are too few rows to tell ...".
std::string verdict_sentence(const Diagnosis& diagnosis);

}  // namespace calibrant
