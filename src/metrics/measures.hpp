// The measures as evaluate() calls them: the groups are checked and summed up already, and what
// two measures share (the isotonic recalibration, the log odds) is made once.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "calibrant/metrics.hpp"
#include "kernels/prediction_sums.hpp"
#include "math/pav.hpp"
#include "metrics/predictions.hpp"

namespace calibrant::metrics {

double accuracy(const Predictions& predictions);
std::optional<double> auc(const Predictions& predictions);

/// What several measures are made of.
MomentSums moments_of(const Predictions& predictions);

double brier_score(const Predictions& predictions, const MomentSums& sums);
/// Also writes logit p, clipped, of every group, unless `logits` is empty.
double log_loss(const Predictions& predictions, std::span<double> logits);

std::vector<PooledBlock> recalibrate(const Predictions& predictions);
BrierSplit split_brier(const Predictions& predictions, std::span<const PooledBlock> blocks);
CalibrationDistance calibration_distance(const Predictions& predictions,
                                         std::span<const PooledBlock> blocks);

std::vector<ReliabilityRow> reliability(const Predictions& predictions,
                                        const ReliabilityOptions& options);
CalibrationError calibration_error(const Predictions& predictions,
                                   const ReliabilityOptions& options);

/// From the sums of one bin.
ReliabilityRow reliability_row(const BinSums& sums, double low, double high);
CalibrationError error_of(std::span<const ReliabilityRow> rows, double weight);

/// With the p-value of many rows.
std::optional<SpiegelhalterTest> spiegelhalter_test(const MomentSums& sums);
/// With p-values that are right for few rows, too.
std::optional<SpiegelhalterTest> spiegelhalter_test(const Predictions& predictions,
                                                    const MomentSums& sums,
                                                    const TestOptions& options);
std::optional<CalibrationTest> calibration_test(const Predictions& predictions,
                                                const MomentSums& sums, const TestOptions& options);

/// One side of the calibration test alone: the other cannot make it small.
struct SideTest {
  double excess = 0;  ///< above 0: more positives, or probabilities that are too extreme
  double p = 1;       ///< two-sided
};
/// The sum of (y - p). Where every probability is 0 or 1, one exception refutes it.
SideTest total_test(const Predictions& predictions, const MomentSums& sums,
                    const TestOptions& options);
/// The sum of (y - p)(1 - 2p), less what the total explains of it. Absent with one probability.
std::optional<SideTest> spread_test(const Predictions& predictions, const MomentSums& sums,
                                    const TestOptions& options);

/// Both from one preparation.
struct LogitFit {
  std::optional<double> slope = {};
  std::optional<double> intercept = {};  ///< with the slope held at 1
};
LogitFit fit_logits(const Predictions& predictions, std::span<const double> logits);
std::optional<double> observed_expected(const Predictions& predictions, const MomentSums& sums);

}  // namespace calibrant::metrics
