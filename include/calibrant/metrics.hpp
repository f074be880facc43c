// How good are these probabilities? Every measure of calibration and discrimination, weighted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace calibrant {

/// Weights act as frequencies everywhere. Absent values do not exist for these data (AUC with one
/// class, a slope that does not converge).
struct Scorecard {
  double weight = 0;
  double prevalence = 0;
  double accuracy = 0;  ///< at probability >= 0.5
  std::optional<double> auc = {};
  double rmse = 0;
  double ece = 0;  ///< ten bins of equal width
  double mce = 0;
  double ece_equal_mass = 0;  ///< ten bins of equal weight, ties kept together
  double mce_equal_mass = 0;
  double brier = 0;  ///< = miscalibration - discrimination + uncertainty
  double miscalibration = 0;
  double discrimination = 0;
  double uncertainty = 0;
  double log_loss = 0;  ///< probabilities clipped to [2^-53, 1 - 2^-53]
  std::optional<double> spiegelhalter_z = {};
  std::optional<double> spiegelhalter_p = {};  ///< two-sided
  std::optional<double> calibration_slope = {};
  std::optional<double> calibration_intercept = {};  ///< with the slope held at 1
  std::optional<double> observed_expected = {};
  double ici = 0;  ///< integrated calibration index
  double e90 = 0;  ///< 90th percentile of |p - calibrated p|
};

struct EvaluateOptions {
  std::size_t bins = 10;
};

/// Throws InputError naming the argument and the index: a probability outside [0, 1] or NaN,
/// another label, unequal lengths, nothing observed.
Scorecard evaluate(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   std::span<const double> weights = {}, const EvaluateOptions& options = {});
Scorecard evaluate(std::span<const double> probabilities, std::span<const int> labels,
                   std::span<const double> weights = {}, const EvaluateOptions& options = {});

/// What clinicians call net benefit: true positives - false positives * t / (1 - t), per unit of
/// weight, treating everyone with probability >= threshold.
double net_benefit(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   double threshold, std::span<const double> weights = {});

}  // namespace calibrant
