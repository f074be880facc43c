// How sure is a scorecard? Bootstrap intervals for its measures.
//
// A replicate is the sample drawn again with replacement, and the scorecard of that. Weights act as
// frequencies, here as everywhere: a unit of weight is what is drawn, so weight k is the same as k
// copies of the row, and weights that only rank importance should be scaled to a mean of 1 first.
//
//  * The number of times each unit is drawn is Poisson(1), independently (Hanley & MacGibbon 2006),
//    so that a group of weight n is drawn Poisson(n) times, whole or not, in one step. The total
//    weight of a replicate therefore varies; no measure but `weight` depends on it.
//  * Most measures: the interval runs from the quantile (1 - level)/2 of the replicates to the
//    quantile (1 + level)/2.
//  * Distances (ECE, MCE, miscalibration, ICI, E90) cannot be below 0 and grow with noise, and
//    resampling adds noise: the replicates lie above the value. With q their upper quantile and d
//    the value, the interval is d - (q - d) to q: too wide rather than too narrow. It begins at 0
//    if perfect probabilities could look as bad: if d is not above `by_chance`, the quantile
//    (1 + level)/2 of replicates whose labels are drawn from the probabilities themselves.
//    Discrimination, which noise inflates too, has the same interval without the last step.
//  * Uncertainty is r (1 - r), r the prevalence. Its ends come from those of the prevalence.
//  * More than 8,192 groups: neighbours are joined before the draws, never across an edge of a bin
//    of equal width or the threshold 0.5, and the time no longer grows with the number of rows. The
//    ends move by less than the choice of the seed moves them (tests/metrics/bootstrap_test.cpp).
//
// The same seed gives the same bits, for any number of threads and any order of the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "calibrant/api.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

struct MeasureInterval {
  double lower = 0;
  double upper = 0;
  double standard_error = 0;  ///< the standard deviation of the replicates
  /// Distances only: what perfectly calibrated probabilities would seldom exceed.
  std::optional<double> by_chance = {};

  bool operator==(const MeasureInterval&) const = default;
};

/// One interval for each measure of Scorecard, except for `weight` and for Spiegelhalter's test,
/// which allows for chance already. Absent if more than (1 - level)/2 of the replicates do not have
/// the measure (AUC with two positives: many replicates have one class). All are absent if there is
/// nothing to draw from: a total weight below 2, or all rows alike.
using ScorecardIntervals = PerMeasure<std::optional<MeasureInterval>>;

struct BootstrapOptions {
  std::size_t repeats = 1000;
  double level = 0.95;
  std::size_t bins = 10;  ///< as in EvaluateOptions
  std::uint64_t seed = 1;
  Execution execution = {};
};

/// Throws what evaluate() throws, and OptionError for no repeats or a level not strictly between 0
/// and 1.
ScorecardIntervals bootstrap(std::span<const double> probabilities,
                             std::span<const std::uint8_t> labels,
                             std::span<const double> weights = {},
                             const BootstrapOptions& options = {});
ScorecardIntervals bootstrap(std::span<const double> probabilities, std::span<const int> labels,
                             std::span<const double> weights = {},
                             const BootstrapOptions& options = {});
ScorecardIntervals bootstrap(const Observations& predictions, const BootstrapOptions& options = {});

}  // namespace calibrant
