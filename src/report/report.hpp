// The calibration report: were the scores calibrated, are they now, where not, and how sure are we?
//
// Everything is computed from what the input holds; the same input gives the same bytes. The size
// does not grow with the number of rows.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/bootstrap.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/suspicion.hpp"
#include "report/page.hpp"
#include "report/plots.hpp"

namespace calibrant::report {

/// Probabilities and what came of them.
struct Assessed {
  std::string name;  ///< "raw scores", "calibrated with abb"
  Observations predictions;
  Scorecard card = {};
  ScorecardIntervals intervals = {};  ///< may be empty
};

struct FittedMethod {
  std::string method;
  Curve curve;
  Observations scores;  ///< that it was fitted to
};

struct ReportInput {
  std::string title;
  /// What a sentence about the probabilities begins with: "Your scores", "The probabilities".
  std::string subject = "Your scores";
  std::optional<Assessed> before = {};
  std::optional<Assessed> after = {};  ///< one of the two at least
  std::string after_words = {};        ///< "Calibrated with abb"; required with `after`
  /// What inspect() finds in the scores that the report is about, and what else to be wary of.
  std::vector<Warning> warnings = {};
  std::vector<std::string> more_warnings = {};
  /// The gain in log loss in words, if it may be none.
  std::string unclear_gain = {};
  /// More sentences behind the verdict.
  std::vector<std::string> remarks = {};
  std::optional<FittedMethod> fitted = {};
  const Comparison* compared = nullptr;  ///< none: no section on all methods
  std::vector<Table> subgroups = {};
  std::string subgroups_verdict = {};
  std::string subgroups_headline = {};  ///< what the verdict begins with
  bool subgroups_off = false;           ///< one of them at least
  std::vector<std::pair<std::string, std::string>> appendix = {};
  Execution execution = {};
};

/// The sentences at the top.
std::string verdict(const ReportInput& input);

/// A whole page.
std::string calibration_report(const ReportInput& input);

}  // namespace calibrant::report
