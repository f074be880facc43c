// The rows of a file in the order of time, with the probabilities that a model gives them.
#pragma once

#include "calibrant/model_file.hpp"
#include "calibrant/watch.hpp"
#include "common/class_columns.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

/// Adds them all to the watch. Without --time they come in the order of the file, and memory does
/// not grow with their number. Throws Error if they are older than what was watched before.
void watch_rows(const Model& model, const InputOptions& input,
                const std::optional<ClassColumns>& columns, Watch& watch);

}  // namespace calibrant::cli
