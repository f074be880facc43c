// What `calibrant evaluate` finds out about several classes, and how it says so.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/bootstrap.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "calibrant/suspicion.hpp"
#include "class_columns.hpp"
#include "evaluation.hpp"
#include "input.hpp"

namespace calibrant::cli {

struct ClassFindings {
  std::string file;
  ClassColumns columns;
  std::size_t rows = 0;
  std::vector<Warning> warnings = {};
  MulticlassScorecard card = {};
  /// By the bootstrap; the Brier score and the class-wise ECE join several columns and have none.
  std::optional<MeasureInterval> log_loss = {};
  std::optional<MeasureInterval> accuracy = {};
  std::optional<MeasureInterval> top_label_ece = {};
  std::optional<MeasureInterval> top_label_mce = {};
  /// The calibration test of each class against the rest, adjusted by Holm's method.
  std::vector<std::optional<double>> adjusted_p = {};
};

/// Rows must add up to 1. Throws Error `FILE:LINE: …`.
ClassFindings evaluate_classes(const InputOptions& input, const ClassColumns& columns,
                               const EvaluationOptions& options);

std::string to_text(const ClassFindings& findings);
std::string to_json(const ClassFindings& findings, const EvaluationOptions& options);

}  // namespace calibrant::cli
