// The starts of the last bin that may still win, and the rule that drops the others for good.
// The mathematics, with proofs: docs/math/sbb.md.
#pragma once

#include <cstddef>
#include <vector>

#include "binning/dominance.hpp"
#include "kernels/starts.hpp"

namespace calibrant {

/// The invariant: of all starts ever added, those that are not here any more lose, at every end
/// still to come, by more than rounding. They are kept in ascending order.
///
/// A start is a point (A, B) = negatives and positives before it, with a height v. Its value at an
/// end is v + log_bin_likelihood(A_end - A, B_end - B), but for a term common to all starts.
class CandidateStarts {
 public:
  /// `total` is the weight of all observations; `lambda` bounds the positions.
  CandidateStarts(double total, double lambda);

  /// `log_value`: V, the log score of the best binning of everything before the start. `position`:
  /// X, the boundary process's cost up to here, so that v = V + X.
  void add(std::size_t start, double negatives, double positives, double log_value,
           double position);

  std::size_t size() const noexcept { return start_.size(); }
  /// Drops starts just before the newest in the two cases that need no search. To be called after
  /// every add.
  void prune_before_newest();
  /// Have enough starts come in since the last time to make pruning worth its cost?
  bool is_due() const noexcept { return size() >= due_; }
  /// Drops what can be proved to lose at every end from now on. The newest start stays.
  void prune();

  /// What the prunings so far left, on average.
  double mean_survivors() const noexcept { return prunings_ > 0 ? survivors_ / prunings_ : 0; }

  /// No two values closer than this are told apart by anything but their own floating-point bits.
  double rounding_margin() const;

  std::size_t start(std::size_t i) const { return start_[i]; }
  kernels::StartSpan span() const noexcept {
    return {size(), negatives_.data(), positives_.data(), log_value_.data(), position_.data()};
  }
  /// For each start a value that it will not exceed any more; infinite at first. A value falls as
  /// its bin grows, so the last one computed will do.
  double* ceiling() noexcept { return ceiling_.data(); }

 private:
  bool newest_is_higher() const;
  bool run_ends_are_higher() const;
  void drop_before_newest();
  double height(std::size_t i) const { return log_value_[i] + position_[i]; }
  void move(std::size_t from, std::size_t to);
  void resize(std::size_t count);

  std::vector<std::size_t> start_;
  std::vector<double> negatives_;
  std::vector<double> positives_;
  std::vector<double> log_value_;
  std::vector<double> position_;
  std::vector<double> ceiling_;

  std::size_t due_;
  double total_;
  double lambda_;
  double largest_ = 0;  // |V| so far: the size of what is rounded
  double prunings_ = 0;
  double survivors_ = 0;

  // While pruning.
  std::vector<double> heights_;
  std::vector<char> lost_;
  DominanceTest test_;
};

}  // namespace calibrant
