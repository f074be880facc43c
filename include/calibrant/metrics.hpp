// How good are these probabilities? Every measure of calibration and discrimination, weighted.
//
// A measure depends on the rows only through the distinct probabilities and the weight of negatives
// and positives at each of them: that is what Observations hold. So every measure takes
// `predictions`, which is observe(probabilities, labels, weights): sort once, measure often. The
// order of the rows never changes a bit, weight k is the same as k copies, and the sums are
// compensated or exact, so that their error does not grow with the number of rows.
//
// N is the total weight; y the label; "group" means tied probabilities. A probability outside
// [0, 1] is an InputError: `probabilities[3]: 1.5 is not a probability (0 to 1)` with the row, or
// `predictions[k]` with the group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/bins.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/execution.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// One value for each measure that has an interval. Absent values do not exist for these data (AUC
/// with one class, a slope that is infinite). calibrant/measures.hpp has the table of them.
template <class Value, class Maybe = Value>
struct PerMeasure {
  Value log_loss = {};        ///< probabilities clipped to [2^-53, 1 - 2^-53]
  Value brier = {};           ///< = miscalibration - discrimination + uncertainty
  Value miscalibration = {};  ///< what isotonic recalibration would gain
  Value discrimination = {};
  Value uncertainty = {};
  Value rmse = {};
  Value ece = {};  ///< bins of equal width (ten, unless the options say otherwise)
  Value mce = {};
  Value ece_equal_mass = {};  ///< as many bins of equal weight, ties kept together
  Value mce_equal_mass = {};
  Value ici = {};  ///< integrated calibration index
  Value e90 = {};  ///< 90th percentile of |p - calibrated p|
  Maybe calibration_slope = {};
  Maybe calibration_intercept = {};  ///< with the slope held at 1
  Maybe observed_expected = {};
  Maybe auc = {};
  Value accuracy = {};  ///< at probability >= 0.5
  Value prevalence = {};

  bool operator==(const PerMeasure&) const = default;
};

/// Weights act as frequencies everywhere.
struct Scorecard : PerMeasure<double, std::optional<double>> {
  double weight = 0;
  std::optional<double> spiegelhalter_z = {};
  std::optional<double> spiegelhalter_p = {};  ///< two-sided
};

struct EvaluateOptions {
  std::size_t bins = 10;  ///< for both pairs of ECE and MCE
  /// Spiegelhalter's p is right for few rows, too, which may take milliseconds. Otherwise it is
  /// that of the normal distribution.
  bool exact_p = true;
  Execution execution = {};
};

/// Throws InputError naming the argument and the index: a probability outside [0, 1] or NaN,
/// another label, unequal lengths, nothing observed.
Scorecard evaluate(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   std::span<const double> weights = {}, const EvaluateOptions& options = {});
Scorecard evaluate(std::span<const double> probabilities, std::span<const int> labels,
                   std::span<const double> weights = {}, const EvaluateOptions& options = {});
Scorecard evaluate(const Observations& predictions, const EvaluateOptions& options = {});

/// observe() for probabilities: errors name `probabilities[i]`.
Observations observe_probabilities(std::span<const double> probabilities,
                                   std::span<const std::uint8_t> labels,
                                   std::span<const double> weights = {});
Observations observe_probabilities(std::span<const double> probabilities,
                                   std::span<const int> labels,
                                   std::span<const double> weights = {});

// ---- Discrimination

/// The weight of rows on the right side of the threshold p >= 0.5, per unit of weight.
double accuracy(const Observations& predictions);

/// P(a positive scores higher than a negative), ties counted half; absent with one class. Scores
/// may be any finite numbers here.
std::optional<double> auc(const Observations& predictions);

/// What clinicians call net benefit: true positives - false positives * t / (1 - t), per unit of
/// weight, treating everyone with probability >= threshold. Thresholds lie in [0, 1).
double net_benefit(const Observations& predictions, double threshold);
double net_benefit(std::span<const double> probabilities, std::span<const std::uint8_t> labels,
                   double threshold, std::span<const double> weights = {});
double net_benefit(std::span<const double> probabilities, std::span<const int> labels,
                   double threshold, std::span<const double> weights = {});

// ---- Proper scores

/// The mean of (p - y)^2.
double brier_score(const Observations& predictions);
/// Of rows without weights, which are not sorted for it: the same bits.
double brier_score(std::span<const double> probabilities, std::span<const std::uint8_t> labels);

/// The mean of -ln P(y), p clipped to [2^-53, 1 - 2^-53]: an exact 0 or 1 that is wrong costs 36.7.
double log_loss(const Observations& predictions);
/// Of rows without weights, which are not sorted for it: the same bits.
double log_loss(std::span<const double> probabilities, std::span<const std::uint8_t> labels);

/// The Brier score = miscalibration - discrimination + uncertainty (CORP; Dimitriadis, Gneiting &
/// Jordan 2021). With v the isotonic recalibration of p and r the prevalence: miscalibration is
/// what recalibration would gain, Brier(p) - Brier(v); discrimination is Brier(r) - Brier(v);
/// uncertainty is Brier(r) = r (1 - r). None is negative.
struct BrierSplit {
  double miscalibration = 0;
  double discrimination = 0;
  double uncertainty = 0;
};
BrierSplit split_brier(const Observations& predictions);

// ---- Calibration, in bins

struct ReliabilityOptions {
  std::size_t bins = 10;
  /// Equal width: [0, 1/bins), ..., [1 - 1/bins, 1].
  BinStrategy strategy = BinStrategy::kEqualWidth;
};

/// One bin of a reliability diagram.
struct ReliabilityRow {
  double low = 0;   ///< equal width: the bin's lower edge; equal mass: its smallest probability
  double high = 0;  ///< equal width: the bin's upper edge; equal mass: its largest probability
  double weight = 0;
  double mean_probability = 0;
  double observed = 0;  ///< positive fraction

  bool operator==(const ReliabilityRow&) const = default;
};

/// The bins that hold anything, in ascending order: an empty bin has no row.
std::vector<ReliabilityRow> reliability(const Observations& predictions,
                                        const ReliabilityOptions& options = {});
std::vector<ReliabilityRow> reliability(std::span<const double> probabilities,
                                        std::span<const std::uint8_t> labels,
                                        std::span<const double> weights = {},
                                        const ReliabilityOptions& options = {});
std::vector<ReliabilityRow> reliability(std::span<const double> probabilities,
                                        std::span<const int> labels,
                                        std::span<const double> weights = {},
                                        const ReliabilityOptions& options = {});

/// The interval of a bin's share of positives, by the one convention of tables, reports and
/// diagrams: the exact binomial one (Clopper and Pearson 1934). It holds the observed share.
/// Weights that are not whole: its continuous form, but from 0 below one positive and up to 1 below
/// one negative. Counts are finite and not negative, and not both 0; the level is strictly between
/// 0 and 1.
Interval exact_binomial_interval(double negatives, double positives, double level);

/// Over the rows of reliability(): the weighted mean and the maximum of |observed - mean
/// probability|.
struct CalibrationError {
  double ece = 0;
  double mce = 0;
};
CalibrationError calibration_error(const Observations& predictions,
                                   const ReliabilityOptions& options = {});
/// Of rows without weights in bins of equal width, for which they are not sorted: the same bits.
CalibrationError calibration_error(std::span<const double> probabilities,
                                   std::span<const std::uint8_t> labels, std::size_t bins);

// ---- Calibration, without bins

/// The p-value of a test is the chance that labels drawn from the probabilities would give a
/// statistic as large. It is exact if there are at most 65,536 outcomes. With many rows it comes
/// from the normal or the chi-squared distribution, as soon as these are off by no more than about
/// 4 % of p at `smallest`. In between, labels are drawn, extreme ones more often than they come,
/// and weighed. Such a p is off by 5 to 10 % of itself, unless it is far below `smallest`. A row of
/// weight 0.4 is then drawn with the chance 0.4.
struct TestOptions {
  double smallest = 0.001;  ///< the p that matters; k tests at 5 % with Holm's correction: 0.05 / k
  std::uint64_t seed = 1;   ///< of the drawn labels
};

/// z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p)), of mean 0 and variance 1 if the
/// probabilities are right. Absent if the denominator is 0: every probability is 0, 1/2 or 1.
struct SpiegelhalterTest {
  double z = 0;
  double p = 1;  ///< two-sided
};
std::optional<SpiegelhalterTest> spiegelhalter_test(const Observations& predictions,
                                                    const TestOptions& options = {});

/// Spiegelhalter's test sees probabilities that are too extreme or too timid; ones that are all too
/// high can cancel out in it, those above 1/2 against those below. This one sees both: the sums of
/// (y - p) and of (y - p)(1 - 2p), weighed by their covariance. With many rows that are right it is
/// chi-squared with 2 degrees of freedom (1 if there is only one probability besides 0 and 1).
/// Absent if every probability is 0 or 1.
struct CalibrationTest {
  double statistic = 0;
  int degrees = 2;
  double p = 1;
};
std::optional<CalibrationTest> calibration_test(const Observations& predictions,
                                                const TestOptions& options = {});

/// The slope b of the logistic regression of y on logit p, with a free intercept; p is clipped as
/// in log_loss. Absent if there is no finite maximum of the likelihood: one class, one probability,
/// or probabilities that separate the classes (in either direction, up to one shared probability).
std::optional<double> calibration_slope(const Observations& predictions);

/// Calibration in the large: the intercept of the same regression with the slope held at 1. Below
/// 0, the probabilities are too high. Absent with one class.
std::optional<double> calibration_intercept(const Observations& predictions);

/// Positives observed / positives expected, the sum of the probabilities. Absent if all are 0.
std::optional<double> observed_expected(const Observations& predictions);

/// How far the probabilities are from calibrated ones: |p - v|, v the isotonic recalibration of p.
/// ICI is its mean and E90 its 90th percentile: the smallest d such that |p - v| <= d for nine
/// tenths of the weight. (Clinical papers draw v with a loess smoother; isotonic regression has
/// nothing to tune, and is the v of split_brier. On few rows v follows the noise: even perfect
/// probabilities have an ICI above 0, less so the more rows there are.)
struct CalibrationDistance {
  double ici = 0;
  double e90 = 0;
};
CalibrationDistance calibration_distance(const Observations& predictions);

}  // namespace calibrant
