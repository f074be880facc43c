// --prevalence: what another population makes of a model's probabilities.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "apply/calibrate.hpp"
#include "calibrant/model_file.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

/// `text` is the rate of positives, or for several classes the frequency of each: a=0.2,b=0.8, or
/// numbers in the order of the model. Throws UsageError if it is not, Error if the model, which
/// messages call `path`, does not tell what it was fitted on.
std::function<void(std::span<double>)> shift_of(const Model& model, const std::string& path,
                                                const std::string& text);

/// --prevalence auto: reads all rows once, says on standard error what it estimates, and throws
/// Error if the estimate tells nothing. Throws UsageError if the rows cannot be read twice.
std::function<void(std::span<double>)> estimated_shift(const Model& model, const std::string& path,
                                                       const InputOptions& input,
                                                       const CalibrateOptions& options);

}  // namespace calibrant::cli
