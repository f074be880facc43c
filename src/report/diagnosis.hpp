// Where are these probabilities wrong, and how sure is that? The data behind the words.
//
// Rows are put into bins of equal mass. Each bin has an exact binomial (Clopper-Pearson) interval
// for its share of positives. What is called off is off by more than chance: of many diagnoses of
// probabilities that are right, about one in twenty at most calls anything off (the bins' tests are
// exact, that of the whole is asymptotic; before and after are two diagnoses). Half of that chance
// is spent on the whole (calibration_test, p <= 0.025), the other half on the bins: one is off if
// its interval at the level 1 - 0.025 / bins does not hold its mean probability (Bonferroni).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"
#include "report/mass_bins.hpp"

namespace calibrant::report {

inline constexpr double kLevel = 0.95;

struct DiagnosedBin {
  MassBin rows;       ///< the scores are the probabilities
  Interval interval;  ///< of the observed share, at kLevel
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

  bool fine() const { return off.empty() && on_the_whole.empty(); }
};

/// In usual_bins() bins.
Diagnosis diagnose(const Observations& predictions);

}  // namespace calibrant::report
