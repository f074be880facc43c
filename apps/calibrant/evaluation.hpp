// What `calibrant evaluate` finds out, and how it says so: as text and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/bootstrap.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/diagnosis.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/metrics.hpp"
#include "input.hpp"

namespace calibrant::cli {

/// Intervals and tests of `evaluate`.
inline constexpr double kLevel = 0.95;

struct EvaluationOptions {
  std::size_t bins = 10;
  std::size_t repeats = 1000;  ///< of the bootstrap; 0: no intervals
  std::uint64_t seed = 1;
  Execution execution = {};
  std::optional<std::string> title = {};  ///< of the report
};

struct ReliabilityBin {
  ReliabilityRow row;
  Interval interval;  ///< exact_binomial_interval() of the observed fraction
};

struct Evaluation {
  std::size_t rows = 0;
  Scorecard card;
  ScorecardIntervals intervals;
  double expected = 0;  ///< positives
  std::optional<CalibrationTest> test = {};
  std::vector<ReliabilityBin> reliability;  ///< bins of equal width
};

struct Subgroup {
  std::string name;
  Evaluation evaluation;
  std::optional<double> adjusted_p = {};  ///< of the calibration test, by Holm's method
  bool off = false;                       ///< by more than chance
};

struct Findings {
  std::string file;
  std::string column;
  Evaluation all;
  Diagnosis diagnosis = {};               ///< of all
  std::optional<Observations> seen = {};  ///< all of them
  std::optional<std::string> by = {};
  std::vector<Subgroup> subgroups = {};  ///< by name
  std::size_t weightless = 0;            ///< subgroups left out because their weight is 0
};

/// Reads the file, by rows if there are subgroups.
Findings evaluate_file(const InputOptions& input, const EvaluationOptions& options);

/// The report. `before`: the probabilities that these were made from, if they are known.
std::string to_html(const Findings& findings, const Findings* before,
                    const EvaluationOptions& options, const std::string& command);
std::string to_text(const Findings& findings);
std::string to_json(const Findings& findings, const EvaluationOptions& options);

}  // namespace calibrant::cli
