// A diagnosis in plain sentences.
//
// Numbers have at most two digits that matter: nobody acts on the difference between 1e-11 and
// 1e-5, so both are "below 0.001". The tables of a report have all digits.
#pragma once

#include <string>

#include "calibrant/diagnosis.hpp"

namespace calibrant::report {

/// What a label says of a row: it is positive, or the largest probability of the row is right.
struct Outcome {
  std::string yes = "positive";
  std::string no = "negative";
  std::string counted = "positives";
  std::string share = "observed share of positives";
};
/// Of the largest probability of several classes.
Outcome right_or_wrong();

/// A probability in a sentence: "0.62", "0.019", "0.998"; at least "0.001" and at most "0.999".
std::string probability_words(double p);

/// "above 0.62", "below 0.1", "between 0.2 and 0.31", "at 0.5", "near 0.5", "below 0.001",
/// "everywhere".
std::string range_words(const Diagnosis& diagnosis, const OffRange& range);

/// For a table: "0.2 to 0.31", "1.8e-20 to 1e-11", "0.5".
std::string range_numbers(const Diagnosis& diagnosis, const OffRange& range);

/// What is wrong, to stand behind "Your scores are": "overconfident above 0.62", "too low
/// everywhere", "overconfident: too low below 0.2 and too high above 0.6", "too high on the whole
/// (200 positives expected, 140 observed)"; empty if nothing is.
std::string fault_words(const Diagnosis& diagnosis, const Outcome& outcome = {});

/// The whole alone: "too high", "underconfident", ...; empty if it is not off.
std::string whole_name(const Diagnosis& diagnosis);

/// "of the 1,204 scored about 0.93, 71 % were positive (95 % interval 66 to 76 %)": the worst bin.
/// If only the whole is off, the bin that shows it best, without an interval. Empty if there is
/// none.
std::string example_words(const Diagnosis& diagnosis, const Outcome& outcome = {});

}  // namespace calibrant::report
