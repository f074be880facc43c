// The bins of reliability diagrams, of ECE and MCE, and of histograms: one rule for equal width and
// one for equal mass.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/compensated_sum.hpp"

namespace calibrant {

/// [0, 1/bins), ..., [1 - 1/bins, 1]. Edges are the doubles nearest to i / bins, and a probability
/// equal to an edge goes up. That is decided by comparing with the edge, because floor(p * bins)
/// can be off by one.
class UnitBins {
 public:
  explicit UnitBins(std::size_t bins) : bins_(bins), count_(static_cast<double>(bins)) {
    for (std::size_t i = 0; i < std::min(bins + 2, kMostKept); ++i) edges_.push_back(exact_edge(i));
  }

  double edge(std::size_t bin) const { return bin < edges_.size() ? edges_[bin] : exact_edge(bin); }

  /// Always one of the bins, even for a number that is no probability.
  std::size_t operator()(double p) const {
    auto bin = std::min(static_cast<std::size_t>(p * count_), bins_);
    if (p < edge(bin)) --bin;
    if (p >= edge(bin + 1)) ++bin;
    return std::min(bin, bins_ - 1);  // 1.0 belongs to the last
  }

 private:
  static constexpr std::size_t kMostKept = 1024;
  double exact_edge(std::size_t i) const { return static_cast<double>(i) / count_; }

  std::size_t bins_;
  double count_;
  std::vector<double> edges_;  // a look is faster than a division
};

/// Equal cells from the lowest number to the highest.
class RangeBins {
 public:
  RangeBins(std::size_t bins, double lowest, double highest)
      : last_(bins - 1),
        count_(static_cast<double>(bins)),
        // A power of two keeps `bins *` from overflow; it does not change a digit.
        unit_(std::max(-lowest, highest) > 1e200 ? 0x1p-200 : 1),
        low_(lowest * unit_),
        span_(highest * unit_ - low_) {}

  std::size_t operator()(double x) const {
    if (!(span_ > 0)) return 0;
    // Never negative, so that cutting off the fraction is rounding down.
    const auto place = static_cast<std::int64_t>(count_ * (x * unit_ - low_) / span_);
    return std::min(static_cast<std::size_t>(place), last_);
  }

 private:
  std::size_t last_;
  double count_;
  double unit_;
  double low_;
  double span_;
};

/// Deals groups to bins in ascending order: a group of weight n, with the weight C below it, goes
/// to bin floor(bins (C + n/2) / N). The middle of a group decides, so that ties stay together.
class MassBins {
 public:
  MassBins(std::size_t bins, double total)
      : last_(bins - 1),
        count_(static_cast<double>(bins)),
        unit_(total > 1e200 ? 0x1p-200 : 1),
        total_(total * unit_) {}

  /// The bin of the next group.
  std::size_t next(double weight) {
    const double middle = before_.value() + weight / 2;
    before_.add(weight);
    if (!in_current(middle)) {
      const double place = std::floor(count_ * (middle * unit_) / total_);
      current_ = std::min(static_cast<std::size_t>(place), last_);
    }
    return current_;
  }

  /// Passes over groups of this weight, if all of them are in the bin of the last one.
  bool skip(double weight) {
    if (!in_current(before_.value() + weight)) return false;
    before_.add(weight);
    return true;
  }

 private:
  // Products of whole numbers are exact, and so is a quotient that is whole.
  bool in_current(double middle) const {
    return current_ == last_ ||
           count_ * (middle * unit_) < static_cast<double>(current_ + 1) * total_;
  }

  std::size_t last_;
  double count_;
  double unit_;
  double total_;
  std::size_t current_ = 0;
  CompensatedSum before_;  // the weight of lower groups
};

}  // namespace calibrant
