// What the pages of `evaluate` and `compare` on several classes have in common.
#pragma once

#include <string>
#include <vector>

#include "calibrant/assess.hpp"
#include "report/class_report.hpp"

namespace calibrant::report {

/// Rows, weight if it is another number, classes, and what is tested.
void add_class_facts(Facts& facts, const MulticlassAssessment& assessment);

/// What inspect_classes() finds.
std::vector<std::string> class_warnings(const MulticlassAssessment& assessment);

}  // namespace calibrant::report
