// What every export writes: a curve brought down to three simple kinds, with the bounds beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "calibrant/curve.hpp"
#include "calibrant/export.hpp"

namespace calibrant {

/// A column, a function or an output, with its values; a Sigmoid has none.
struct Output {
  std::string name;
  std::vector<double> values;
};

struct Plan {
  enum class Kind : std::uint8_t { kSigmoid, kSteps, kSegments };

  Kind kind = Kind::kSteps;
  Sigmoid sigmoid;              ///< it depends on the score
  std::vector<double> places;   ///< borders, or two knots and more
  std::vector<Output> outputs;  ///< the values; the lower and upper bounds, if they are wanted
  std::string method;           ///< in letters that no comment can stumble over
};

/// Throws Error if bounds are wanted and there are none.
Plan make_plan(const Curve& curve, const ExportOptions& options);

/// The result's name: "calibrated" if none is given.
std::string result_name(const ExportOptions& options);

/// A text that comes from a file and ends up in a comment.
std::string harmless(std::string text);

/// Are these two knots further apart than the largest double?
bool is_wide(double left, double right);

std::string write_sql(const Plan& plan, const ExportOptions& options);
std::string write_c(const Plan& plan);
std::string write_onnx(const Plan& plan, const ExportOptions& options);
std::string write_spark(const Plan& plan, const ExportOptions& options);

/// A curve with corrections for groups. All names in `options` are given and checked.
std::string write_groups_sql(const GroupedModel& model, const ExportOptions& options);
std::string write_groups_spark(const GroupedModel& model, const ExportOptions& options);

}  // namespace calibrant
