// The sentences at the top of a report, and what they rest on.
#pragma once

#include <optional>
#include <string>

#include "calibrant/diagnosis.hpp"
#include "report/report.hpp"

namespace calibrant::report {

struct Diagnoses {
  std::optional<Diagnosis> before;
  std::optional<Diagnosis> after;
};

Diagnoses diagnose_both(const ReportInput& input);

std::string verdict(const ReportInput& input, const Diagnoses& found);

/// Why these rows cannot show whether the probabilities are calibrated: "30 rows are too few", "All
/// 800 labels are 0". Empty if they can.
std::string too_little(const ReportInput& input);

/// What looks wrong with the data, in sentences; empty if nothing does.
std::string warnings_words(const ReportInput& input);

std::string upper_first(std::string text);
std::string lower_first(std::string text);

}  // namespace calibrant::report
