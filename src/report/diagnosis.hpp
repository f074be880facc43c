// A diagnosis in words.
#pragma once

#include <string>

#include "calibrant/diagnosis.hpp"
#include "metrics/mass_bins.hpp"

namespace calibrant::report {

inline constexpr double kLevel = kDiagnosisLevel;

/// "above 0.62", "below 0.1", "between 0.2 and 0.31", "at 0.5", "everywhere".
std::string range_words(const Diagnosis& diagnosis, const OffRange& range);

/// What is wrong, to stand behind "Your scores are": "overconfident above 0.62", "too low
/// everywhere", "overconfident: too low below 0.2 and too high above 0.6", "too high on the whole
/// (200 positives expected, 140 observed)"; empty if nothing is.
std::string fault_words(const Diagnosis& diagnosis);

/// "of the 1,204 scored about 0.93, 71 % were positive (95 % interval 66 to 76 %)": the worst bin.
/// Empty if no bin is off.
std::string example_words(const Diagnosis& diagnosis);

}  // namespace calibrant::report
