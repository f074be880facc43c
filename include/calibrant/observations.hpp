// What a fit sees: the distinct scores in ascending order, each with its negatives and positives.
//
// Equal scores form one group, because no boundary can separate them; -0.0 equals 0.0. Observations
// do not depend on the order of the rows, to the bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "calibrant/api.hpp"
#include "calibrant/execution.hpp"

namespace calibrant {
class ObservationsBuilder;  // not part of the contract, so not of the API
}

namespace CALIBRANT_API calibrant {

/// Immutable and cheap to copy.
class Observations {
 public:
  // A move is a copy, so that no object is left with spans of arrays that may go.
  Observations(const Observations&) = default;
  Observations& operator=(const Observations&) = default;
  ~Observations() = default;

  /// The distinct scores, strictly ascending.
  std::span<const double> scores() const noexcept { return scores_; }
  /// Weight of the rows labelled 0, for each score.
  std::span<const double> negatives() const noexcept { return negatives_; }
  /// Weight of the rows labelled 1, for each score.
  std::span<const double> positives() const noexcept { return positives_; }

  std::size_t groups() const noexcept { return scores_.size(); }
  double negative_weight() const noexcept { return negative_weight_; }
  double positive_weight() const noexcept { return positive_weight_; }
  /// Total weight: N, for rows without weights.
  double weight() const noexcept { return negative_weight_ + positive_weight_; }
  /// Are all counts whole numbers? (Rows without weights: always.)
  bool whole() const noexcept { return whole_; }

 private:
  friend class ObservationsBuilder;
  Observations() = default;

  std::span<const double> scores_;
  std::span<const double> negatives_;
  std::span<const double> positives_;
  std::shared_ptr<const void> arrays_;  ///< what the spans show
  double negative_weight_ = 0;
  double positive_weight_ = 0;
  bool whole_ = true;
};

/// Scores are any finite doubles; labels are 0 or 1; weights, if given, are finite and not
/// negative, act as frequencies, and rows of weight 0 are dropped.
/// Throws InputError naming the argument and the index: NaN, an infinity, another label, unequal
/// lengths, nothing observed. One class alone is legal. Several threads sort many rows without
/// weights.
Observations observe(std::span<const double> scores, std::span<const std::uint8_t> labels,
                     std::span<const double> weights = {}, const Execution& execution = {});
Observations observe(std::span<const double> scores, std::span<const int> labels,
                     std::span<const double> weights = {}, const Execution& execution = {});

/// Rows without weights that are already apart by their label. Throws InputError naming
/// `negatives[i]` or `positives[i]` if it is not finite, and if there is no row.
Observations observe_by_label(std::span<const double> negatives, std::span<const double> positives,
                              const Execution& execution = {});

/// Rows already counted: each score with the weight of its negatives and of its positives. Scores
/// may come in any order and more than once.
Observations observe_counts(std::span<const double> scores, std::span<const double> negatives,
                            std::span<const double> positives);

/// Both together, as if all rows had been observed at once: to the bit where counts are whole
/// numbers (rows without weights, above all), to the rounding of the sums otherwise.
Observations merge(const Observations& a, const Observations& b);

/// Every weight times `factor`; groups whose weight vanishes are dropped. With a factor below 1,
/// before new rows are merged in, old ones are forgotten exponentially. Throws OptionError unless
/// the factor is a positive finite number.
Observations reweigh(const Observations& observations, double factor);

}  // namespace calibrant
