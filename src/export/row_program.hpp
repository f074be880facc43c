// A model of several classes as arithmetic on a row of scores: short steps, each of which uses
// earlier ones. SQL, C and ONNX print the steps; what a model means is known here only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "calibrant/export.hpp"
#include "export/plan.hpp"

namespace calibrant {

enum class RowOperation : std::uint8_t {
  kScores,   ///< what comes in
  kNumbers,  ///< `numbers`: one, or one for each class
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kLarger,   ///< of two
  kSmaller,  ///< of two
  kExp,      ///< of what is not above 0; 0 below kLeastExponent
  kLog,
  kSum,      ///< over the classes
  kLargest,  ///< over the classes
  kMatrix,   ///< the second input, plus `numbers` (row by row) times the first
  kCurves,   ///< of each class its curve; of a single number the only one
  kIfEqual,  ///< of the inputs: the third if the first two are equal, else the fourth
  kIfAbove,  ///< the third if the first is above the second, else the fourth
};

/// e to a smaller power than this is 0.
inline constexpr double kLeastExponent = -745.2;

struct RowStep {
  RowOperation operation = RowOperation::kNumbers;
  std::vector<std::size_t> inputs = {};  ///< earlier steps
  bool wide = false;                     ///< a number for each class, or one for the row
  std::vector<double> numbers = {};
  std::vector<Plan> curves = {};
  /// Worth a place of its own, because it is used more than once. Others are written where they
  /// are used.
  bool stored = false;
};

struct RowProgram {
  std::vector<std::string> classes;
  std::vector<RowStep> steps;  ///< the last is the result: the probabilities
  std::string method;          ///< in letters that no comment can stumble over
};

/// Throws OptionError if there cannot be so many input columns.
RowProgram make_row_program(const MulticlassModel& model, const ExportOptions& options);

std::string write_rows_sql(const RowProgram& program, const ExportOptions& options);
std::string write_rows_c(const RowProgram& program, const ExportOptions& options);
std::string write_rows_onnx(const RowProgram& program, const ExportOptions& options);

}  // namespace calibrant
