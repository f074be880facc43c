// What a fit is given: one set of observations, or one for each of several classes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "calibrant/observations.hpp"
#include "calibrant/suspicion.hpp"
#include "common/class_columns.hpp"
#include "csv/input.hpp"

namespace calibrant::cli {

struct Sample {
  std::vector<std::string> classes;  ///< empty: two classes and one curve
  std::vector<Observations> seen;    ///< one, or one per class
  std::size_t rows = 0;

  double weight() const { return seen[0].weight(); }
};

/// Reads a file; `every_class`: each class must have a row. Throws Error `FILE:LINE: …`.
Sample read_sample(const InputOptions& options, const std::optional<ClassColumns>& columns,
                   bool every_class);

/// What looks wrong with it.
std::vector<Warning> inspect(const Sample& sample);

/// How many distinct scores and positives, or the share of each class.
std::string words_of(const Sample& sample);

}  // namespace calibrant::cli
