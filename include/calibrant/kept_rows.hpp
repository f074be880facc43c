// Rows of several classes that a model keeps, all of them or a sample, so that it can absorb more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/classes.hpp"

namespace CALIBRANT_API calibrant {

/// Distinct rows in an order that depends on nothing but the rows.
struct KeptRows {
  std::size_t classes = 0;
  std::vector<double> scores = {};         ///< row-major
  std::vector<std::uint32_t> labels = {};  ///< below `classes`
  std::vector<double> weights = {};        ///< positive
  /// Of a sample: the weight of each class in all rows. Empty if these are all rows.
  std::vector<double> totals = {};

  std::size_t size() const noexcept { return labels.size(); }
  bool is_sample() const noexcept { return !totals.empty(); }
  /// The weight of each class in all rows.
  std::vector<double> class_weights() const;
};

/// Equal rows joined, rows of weight 0 left out. Throws what fit_classes throws of rows.
KeptRows keep_rows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                   std::size_t classes, std::span<const double> weights = {},
                   const ClassOptions& options = {});

/// Throws InputError unless the lengths fit, the numbers are finite, and each weight is positive.
void check_kept_rows(const KeptRows& rows);

KeptRows merge(const KeptRows& a, const KeptRows& b);

/// All weights times a factor.
KeptRows reweigh(KeptRows rows, double factor);

/// At most so many distinct rows, each with the same chance. A hash of scores and label chooses
/// them. So no order of rows or classes matters, and sampling, merging, then sampling again chooses
/// the same rows as sampling all rows at once.
KeptRows sample_rows(KeptRows rows, std::size_t most);

/// The rows with the weights that a fit gives them: those of each class add up to its weight in all
/// rows. A class that the sample lacks leaves its weight to the others.
KeptRows scaled(KeptRows rows);

/// One plain sentence, if these are a sample.
std::string describe(const KeptRows& rows);

}  // namespace calibrant
