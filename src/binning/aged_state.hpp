// The state of a quadrature pass, on as few nodes as bins of their age need.
//
// A bin of n rows is a bump of width 1 / sqrt(n) in phi. Bins of the last rows are wide, so few
// nodes in all of [0, pi] carry them. Bins that are older need all nodes, but only where the bumps
// are. So rows are cut into periods, and there are three states, of which the pass sees the sum:
//
//   young   bins that began in this period, on the coarse nodes
//   middle  bins that began in the one before, on the coarse nodes
//   old     all others, on the fine nodes, in the tiles of them that have a mass
//
// At the end of a period the middle joins the old: what it was at the end of its own period, which
// has no tails and is interpolated, times the likelihood of the rows since, which is exact. Few
// rows are one period, and all of the state is young.
#pragma once

#include <cstddef>
#include <vector>

#include "binning/nodes.hpp"
#include "kernels/chain.hpp"
#include "support/aligned.hpp"

namespace calibrant {

class AgedState {
 public:
  /// `coarse` suits periods of `period` rows; null: all bins are on the fine nodes.
  AgedState(const Nodes& fine, const Nodes* coarse, std::size_t period);

  /// As the kernels of these names, on all nodes at once.
  void advance(const kernels::UnitBlock& done, double scale, double shift,
               const kernels::UnitBlock& next, double* moments);
  kernels::Sums advance_group(double scale, double shift, double negatives, double positives,
                              double log_peak);
  kernels::Sums sums() const;

  /// Rows that were taken. True: the period is over, and end_period() is due before the next ones,
  /// when nothing is left to be applied.
  bool count(double negatives, double positives);
  /// `total` is that of the state, up to a factor near one.
  void end_period(double total);

 private:
  struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  kernels::NodeSpan part(const Run& run) const;
  void join_middle(double total);
  void interpolate(const Run& tile, double factor, double log_peak);
  double log_likelihood(const Nodes& nodes, std::size_t j) const;
  void drop_empty_tiles(double total);

  const Nodes* fine_;
  const Nodes* coarse_;  // the fine ones, if there is one period
  std::size_t period_;
  AlignedVector young_;
  AlignedVector middle_;  // empty: none
  AlignedVector born_;    // the middle, when its own period ended
  AlignedVector old_;     // empty: none
  std::vector<char> live_;
  std::vector<Run> runs_;  // of tiles with a mass
  std::vector<double> barycentric_;
  double negatives_ = 0;  // of this period
  double positives_ = 0;
};

}  // namespace calibrant
