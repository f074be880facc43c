// What a comparison says of a difference, on the terminal and in the report.
#pragma once

#include <string>
#include <vector>

#include "calibrant/compare.hpp"

namespace calibrant::report {

/// "the raw scores" for "raw".
std::string called(const std::string& method);

/// The other method beside the one that leads: "clearly worse", "clearly better" or "no clear
/// difference".
std::string standing(const Lead& lead);

/// By how much the other's log loss is higher: "+0.021", "-0.0004".
std::string signed_words(const Lead& lead);

/// "0.009 to 0.033". A lead without an interval: "-".
std::string range_words(const Lead& lead);

/// "auto's log loss is lower than that of the raw scores by 0.021 (95 % interval 0.009 to 0.033,
/// corrected for 36 comparisons)". The lead is clear.
std::string lower_words(const Comparison& comparison, const Lead& lead);

/// The other methods, each with its signed_words, range_words and standing.
std::vector<std::vector<std::string>> difference_rows(const Comparison& comparison);

/// What is measured on all folds together: "ECE and MCE", or "all measures".
std::string pooled_words(const Comparison& comparison);

/// "the intervals hold together, corrected for 36 comparisons"
std::string correction_words(const Comparison& comparison);

}  // namespace calibrant::report
