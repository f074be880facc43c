// Drawing a sample again: groups of tied probabilities, each class drawn Poisson(weight) times.
#pragma once

#include <cstddef>
#include <vector>

#include "calibrant/bootstrap.hpp"
#include "math/join_neighbours.hpp"
#include "math/random.hpp"
#include "metrics/measure_table.hpp"
#include "metrics/predictions.hpp"

namespace calibrant::metrics {

/// With their totals; valid as long as `groups` is.
Predictions view_of(const GroupArrays& groups);

inline constexpr std::size_t kMostResampled = 8192;

inline constexpr double kWidestLogit = 1.0 / 64;

/// Neighbours joined at their weighted mean, none of the results heavier than 1 / `most` of all
/// (unless a single group is), wider than `widest` in log odds, or across 0.5 or an edge i / bins.
/// With at most `most` groups to begin with: all of them as they are.
GroupArrays fewer_groups(const Predictions& predictions, std::size_t bins,
                         std::size_t most = kMostResampled, double widest = kWidestLogit);

/// A whole number of the Poisson distribution; exact up to a mean of 2^53, from where on the mean
/// itself is returned.
double draw_poisson(RandomStream& random, double mean);

/// Throws what bootstrap() throws.
void check_bootstrap(const BootstrapOptions& options);

/// bootstrap() of the wanted measures with checked options. Replicates are drawn from at most about
/// `most_groups` groups.
ScorecardIntervals intervals(const Predictions& predictions, const WantedMeasures& wanted,
                             const BootstrapOptions& options,
                             std::size_t most_groups = kMostResampled,
                             double widest = kWidestLogit);

/// Draws replicates of one sample.
class Resampler {
 public:
  explicit Resampler(const GroupArrays& groups);

  /// The groups drawn at all, a view of `buffer`. The total weight is at least 2.
  Predictions draw(RandomStream& random, GroupArrays& buffer) const;

 private:
  const GroupArrays& groups_;
  std::vector<double> no_negatives_;  // exp(-mean)
  std::vector<double> no_positives_;
};

}  // namespace calibrant::metrics
