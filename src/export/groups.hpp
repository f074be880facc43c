// A curve with corrections for groups, as SQL and as Spark's columns.
#pragma once

#include <string>

#include "calibrant/export.hpp"

namespace calibrant {

/// All names in `options` are given and checked.
std::string write_groups_sql(const GroupedModel& model, const ExportOptions& options);
std::string write_groups_spark(const GroupedModel& model, const ExportOptions& options);

}  // namespace calibrant
