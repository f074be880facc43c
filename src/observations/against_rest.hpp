// Rows of several classes: the checks, and one class against the rest.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/observations.hpp"
#include "support/check.hpp"
#include "support/legible.hpp"

namespace calibrant {

/// Shapes, labels and weights; the numbers of the matrix are the caller's to check.
template <class Label>
void check_multiclass_rows(const char* name, std::span<const double> matrix,
                           std::span<const Label> labels, std::size_t classes,
                           std::span<const double> weights) {
  if (classes < 2) {
    throw InputError("classes", std::nullopt, fmt::format("{} is fewer than two", classes));
  }
  check_not_empty(name, matrix.size());
  if (matrix.size() / classes != labels.size() || matrix.size() % classes != 0) {
    throw InputError(name, std::nullopt,
                     fmt::format("has {} elements ({} rows of {} classes need {})", matrix.size(),
                                 labels.size(), classes, labels.size() * classes));
  }
  if (!weights.empty()) check_same_length("weights", weights.size(), "labels", labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) check_class("labels", i, labels[i], classes);
  for (std::size_t i = 0; i < weights.size(); ++i) check_weight("weights", i, weights[i]);
}

/// `'bee'`, or its number where no names are known.
inline std::string class_called(std::size_t k, std::span<const std::string> names) {
  return names.empty() ? std::to_string(k) : shown(names[k]);
}

/// `NAME[row]: class 'bee': problem`, or `column 1` where no names are known.
[[noreturn]] inline void fail_cell(const char* name, std::size_t row, std::size_t k,
                                   const std::string& problem,
                                   std::span<const std::string> names = {}) {
  throw InputError(name, row,
                   fmt::format("{} {}: {}", names.empty() ? "column" : "class",
                               class_called(k, names), problem));
}

/// Each class against the rest; the rows are clean.
template <class Label>
std::vector<Observations> observe_against_rest(std::span<const double> matrix,
                                               std::span<const Label> labels, std::size_t classes,
                                               std::span<const double> weights) {
  std::vector<Observations> result;
  result.reserve(classes);
  std::vector<double> column(labels.size());
  std::vector<std::uint8_t> own(labels.size());
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      column[i] = matrix[i * classes + k];
      own[i] = std::cmp_equal(labels[i], k) ? 1 : 0;
    }
    result.push_back(observe(column, own, weights, {.threads = 1}));
  }
  return result;
}

}  // namespace calibrant
