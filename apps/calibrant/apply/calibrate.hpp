// The rows of a CSV file again, each with its calibrated probability at the end.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/prevalence.hpp"
#include "common/class_columns.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

struct CalibrateOptions {
  std::string output = "-";
  bool interval = false;
  bool keep_missing = false;  ///< rows without a score go out with empty cells
  /// What another prevalence makes of the probabilities; none for that of the fit.
  std::function<void(std::span<double>)> shift = {};
  std::optional<ClassColumns> columns = {};  ///< multi-class models: in the order of the model
};

/// Streams: memory does not grow with the file. Columns, their quotes and line endings stay as they
/// are, byte for byte. Throws Error `FILE:LINE: …`; then there is no output file.
void calibrate(const Model& model, const InputOptions& input, const CalibrateOptions& options);

/// The probabilities alone, of all rows; NaN where a score is missing. Throws as calibrate does.
std::vector<double> probabilities_of(const Model& model, const InputOptions& input,
                                     const CalibrateOptions& options);

}  // namespace calibrant::cli
