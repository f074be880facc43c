// How good are these probabilities, if there are more than two classes?
//
// Everything is measured on Observations, so that no order of the rows changes a bit and weight k
// is the same as k copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/bootstrap.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// The rows, seen in several ways.
struct MulticlassPredictions {
  /// The largest probability of each row (the first of several), positive if it is that of the
  /// row's own class.
  Observations top;
  /// The probability of the row's own class; all positive.
  Observations own;
  /// Column k, positive for the rows of class k.
  std::vector<Observations> classes;
  /// The Brier score of each row, 0 to 2, in the order of the rows, and their weights.
  std::vector<double> row_brier;
  std::vector<double> row_weights;         ///< empty: all 1
  std::vector<double> probabilities = {};  ///< row-major, in the order of the rows
  std::vector<std::uint32_t> labels = {};

  std::span<const double> row(std::size_t i) const {
    return std::span(probabilities).subspan(i * classes.size(), classes.size());
  }
};

/// How far the sum of a row may be from 1: printed probabilities are rounded.
inline constexpr double kMostSumError = 0.02;

/// Throws InputError naming the row and, for a probability outside [0, 1], the column:
/// `probabilities[3]: column 1: 1.5 is not a probability (0 to 1)`, `probabilities[3]: the row adds
/// up to 0.7 (1 was expected)`, `labels[3]: 4 is not a class (0 to 2)`.
MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const std::uint32_t> labels,
                                          std::size_t classes,
                                          std::span<const double> weights = {});
MulticlassPredictions observe_predictions(std::span<const double> probabilities,
                                          std::span<const int> labels, std::size_t classes,
                                          std::span<const double> weights = {});

/// One value for each measure of several classes; the table is in calibrant/measures.hpp.
///
/// A loss is its calibration plus its refinement. Refinement is the loss that is left after Auto
/// has recalibrated each row by a fit to other rows; calibration is what that gains, below 0 if it
/// gains nothing. assess() measures both; elsewhere they are absent.
template <class Value, class Maybe = Value>
struct PerMulticlassMeasure {
  Value log_loss = {};  ///< mean of -ln p of the own class, clipped as for two classes
  Maybe log_loss_calibration = {};
  Maybe log_loss_refinement = {};
  Value brier = {};  ///< mean over rows of the sum over classes of (p - y)^2: 0 to 2
  Maybe brier_calibration = {};
  Maybe brier_refinement = {};
  /// Is the largest probability right as often as it says? (Guo et al. 2017 call this ECE.)
  Value top_label_ece = {};
  Value top_label_mce = {};
  /// The mean over the classes of their ECE against the rest: stricter, it sees small
  /// probabilities.
  Value class_wise_ece = {};
  Value accuracy = {};  ///< of the largest probability

  bool operator==(const PerMulticlassMeasure&) const = default;
};

struct MulticlassScorecard : PerMulticlassMeasure<double, std::optional<double>> {
  double weight = 0;
  std::vector<Scorecard> classes = {};  ///< each against the rest
};

MulticlassScorecard evaluate(const MulticlassPredictions& predictions,
                             const EvaluateOptions& options = {});

/// As for two classes. What chance may do to the class-wise ECE is the mean of what it may do to
/// the ECE of each class. The interval allows for classes that are off together, and is too wide
/// rather than too narrow if they are not.
using MulticlassIntervals = PerMulticlassMeasure<std::optional<MeasureInterval>>;
MulticlassIntervals bootstrap(const MulticlassPredictions& predictions,
                              const BootstrapOptions& options = {});

}  // namespace calibrant
