// What to do after a report on several classes.
#pragma once

#include <string>
#include <vector>

#include "report/class_report.hpp"

namespace calibrant::report {

std::vector<std::string> advice(const ClassReportInput& input);

}  // namespace calibrant::report
