// Several tests at once.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "calibrant/metrics.hpp"

namespace calibrant::metrics {

/// Holm's step-down adjustment (1979): reject where the result is at most alpha, and the chance of
/// one false rejection or more stays below alpha. Absent tests are not counted.
std::vector<std::optional<double>> holm(const std::vector<std::optional<double>>& p);

/// TestOptions::smallest for so many tests of which Holm's correction asks at this chance.
double smallest_of(std::size_t tests, double chance);

}  // namespace calibrant::metrics
