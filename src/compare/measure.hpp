// What a method's probabilities are worth: the columns of a comparison.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "calibrant/compare.hpp"
#include "calibrant/metrics.hpp"

namespace calibrant {

/// Labels of two classes, as observe() takes them.
std::vector<std::uint8_t> binary_labels(const ScoredRows& rows);

/// Those for two classes, or for several.
std::vector<ComparedMeasure> compared_measures(const ScoredRows& rows);

struct Measured {
  std::vector<Estimate> estimates;  ///< in the order of compared_measures()
  std::vector<double> log_losses;   ///< what each row cost
};

/// Of all rows together.
Measured measure(std::span<const double> probabilities, const ScoredRows& rows, std::uint64_t seed);

/// Two classes: puts the means over the folds where these make sense. ECE and MCE are noise in few
/// rows and stay as they are.
void average_over_folds(const std::vector<Scorecard>& cards, std::vector<Estimate>& estimates);

}  // namespace calibrant
