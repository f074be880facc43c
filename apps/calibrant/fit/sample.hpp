// What a fit is given: the observations of one curve, those of a curve for each class, or whole
// rows of several classes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/groups.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/suspicion.hpp"
#include "calibrant/update.hpp"
#include "common/class_columns.hpp"
#include "csv/class_rows.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

struct Sample {
  std::vector<std::string> classes;   ///< empty: two classes and one curve
  std::vector<Observations> seen;     ///< one, or one per class; empty if there are whole rows
  std::optional<ClassRows> together;  ///< whole rows
  std::vector<GroupObservations> groups = {};  ///< with --by; `seen` has all of them together
  std::size_t rows = 0;
  std::vector<double> before = {};  ///< with whole rows: each class's weight in an old model

  double weight() const;
  /// Of each class.
  std::vector<double> class_weights() const;
};

/// What the rows of several classes are for, and what they must be.
struct ClassNeeds {
  bool together = false;  ///< whole rows
  ClassRules rules = {};
};

/// Reads a file. Throws Error `FILE:LINE: …`.
Sample read_sample(const InputOptions& options, const std::optional<ClassColumns>& columns,
                   const ClassNeeds& needs);

/// Adds what the old model keeps. `forget` multiplies its weights.
void add_old(const StoredModel& old, double forget, Sample& sample);

/// What looks wrong with it.
std::vector<Warning> inspect(const Sample& sample);

/// How many distinct scores and positives, or the share of each class.
std::string words_of(const Sample& sample);

}  // namespace calibrant::cli
