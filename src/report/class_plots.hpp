// The figures of a report on several classes.
#pragma once

#include <string>

#include "calibrant/assess.hpp"
#include "report/page.hpp"

namespace calibrant::report {

/// Observed against predicted of one class, before calibration, after it, or both. Bins hold
/// equally many expected rows of the class, so that rare classes show where it matters.
struct ClassRows {
  const Observations* before = nullptr;
  const Observations* after = nullptr;  ///< one of the two at least
};
Figure class_plot(const ClassRows& rows, const std::string& title);

/// Rows of each pair of classes: observed over predicted.
FigureWithData confusion_plot(const MulticlassAssessment& assessment, const std::string& title);

/// Every pair of few classes: observed, and predicted in brackets.
Table confusion_table(const MulticlassAssessment& assessment, const std::string& caption);

}  // namespace calibrant::report
