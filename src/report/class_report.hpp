// The calibration report of several classes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibrant/assess.hpp"
#include "report/facts.hpp"
#include "report/page.hpp"
#include "report/plots.hpp"

namespace calibrant::report {

struct ClassReportInput {
  std::string title;
  std::string subject = "The probabilities";     ///< what a sentence about them begins with
  const MulticlassAssessment* before = nullptr;  ///< calibration; one of the two at least
  const MulticlassAssessment* after = nullptr;
  std::string before_name = {};
  std::string after_name = {};
  std::string after_words = {};  ///< "Calibrated with auto"
  std::vector<std::string> warnings = {};
  std::vector<std::string> remarks = {};  ///< more sentences behind the verdict
  const Comparison* compared = nullptr;   ///< none: no section on all methods
  Facts appendix = {};
  Execution execution = {};
};

/// The sentences at the top.
std::string verdict(const ClassReportInput& input);

/// What to do next, an item each.
std::vector<std::string> advice(const ClassReportInput& input);

/// A whole page.
std::string class_report(const ClassReportInput& input);

}  // namespace calibrant::report
