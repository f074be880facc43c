// Probabilities in bins: the reliability table, and the ECE and MCE read from it.
//
// Groups ascend, so a bin is a run of groups: its ends are found first, then its sums.
#include "calibrant/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/prediction_sums.hpp"
#include "math/bins.hpp"
#include "math/blocked_sum.hpp"
#include "math/compensated_sum.hpp"
#include "math/fixed_sum.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// The groups [first, end) of one bin.
struct Run {
  std::size_t bin = 0;
  std::size_t first = 0;
  std::size_t end = 0;
};

std::vector<Run> equal_width(const Predictions& predictions, const UnitBins& bins,
                             std::size_t last) {
  const auto p = predictions.probabilities;
  std::vector<Run> runs;
  for (std::size_t k = 0; k < predictions.groups();) {
    const std::size_t bin = bins(p[k]);
    const auto end = bin == last ? p.end()
                                 : std::lower_bound(p.begin() + static_cast<std::ptrdiff_t>(k),
                                                    p.end(), bins.edge(bin + 1));
    runs.push_back({bin, k, static_cast<std::size_t>(end - p.begin())});
    k = runs.back().end;
  }
  return runs;
}

std::vector<Run> equal_mass(const Predictions& predictions, std::size_t count) {
  constexpr std::size_t kStride = 1024;
  const std::size_t groups = predictions.groups();
  MassBins bins(count, predictions.weight);
  std::vector<Run> runs = {{.bin = 0, .first = 0, .end = 0}};
  for (std::size_t begin = 0; begin < groups; begin += kStride) {
    const std::size_t end = std::min(begin + kStride, groups);
    // Where even the end of the stride lies in the bin, its groups need no look.
    if (bins.skip(plain_sum(predictions.negatives.subspan(begin, end - begin)) +
                  plain_sum(predictions.positives.subspan(begin, end - begin)))) {
      continue;
    }
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t bin = bins.next(predictions.group_weight(k));
      if (bin == runs.back().bin) continue;
      runs.back().end = k;
      if (k == 0) runs.clear();
      runs.push_back({bin, k, k});
    }
  }
  runs.back().end = groups;
  return runs;
}

ReliabilityRow row_of(const Predictions& predictions, const Run& run, double low, double high) {
  const std::size_t length = run.end - run.first;
  BinSums sums = bin_sums(predictions.probabilities.subspan(run.first, length),
                          predictions.negatives.subspan(run.first, length),
                          predictions.positives.subspan(run.first, length));
  if (predictions.whole && sums.weight <= kMostFixedTerms) {
    FixedSum expected(kUnitTerms);
    for (std::size_t k = run.first; k < run.end; ++k) {
      expected.add(predictions.probabilities[k],
                   static_cast<std::uint64_t>(predictions.group_weight(k)));
    }
    sums.expected = expected.value(sums.weight).value_or(sums.expected);
  }
  return reliability_row(sums, low, high);
}

}  // namespace

ReliabilityRow reliability_row(const BinSums& sums, double low, double high) {
  return {.low = low,
          .high = high,
          .weight = sums.weight,
          .mean_probability = std::clamp(sums.expected / sums.weight, low, high),
          .observed = sums.positives / sums.weight};
}

std::vector<ReliabilityRow> reliability(const Predictions& predictions,
                                        const ReliabilityOptions& options) {
  check_bins(options.bins);
  const auto p = predictions.probabilities;
  std::vector<ReliabilityRow> rows;
  if (options.strategy == BinStrategy::kEqualWidth) {
    const UnitBins bins(options.bins);
    for (const Run& run : equal_width(predictions, bins, options.bins - 1)) {
      rows.push_back(row_of(predictions, run, bins.edge(run.bin), bins.edge(run.bin + 1)));
    }
  } else {
    for (const Run& run : equal_mass(predictions, options.bins)) {
      rows.push_back(row_of(predictions, run, p[run.first], p[run.end - 1]));
    }
  }
  return rows;
}

CalibrationError error_of(std::span<const ReliabilityRow> rows, double weight) {
  CompensatedSum mean;
  double largest = 0;
  for (const ReliabilityRow& row : rows) {
    const double gap = std::abs(row.observed - row.mean_probability);
    mean.add(row.weight * gap);
    largest = std::max(largest, gap);
  }
  return {.ece = mean.value() / weight, .mce = largest};
}

CalibrationError calibration_error(const Predictions& predictions,
                                   const ReliabilityOptions& options) {
  return error_of(reliability(predictions, options), predictions.weight);
}

}  // namespace metrics

std::vector<ReliabilityRow> reliability(const Observations& predictions,
                                        const ReliabilityOptions& options) {
  return metrics::reliability(metrics::predictions_of(predictions), options);
}

std::vector<ReliabilityRow> reliability(std::span<const double> probabilities,
                                        std::span<const std::uint8_t> labels,
                                        std::span<const double> weights,
                                        const ReliabilityOptions& options) {
  return reliability(observe_probabilities(probabilities, labels, weights), options);
}

std::vector<ReliabilityRow> reliability(std::span<const double> probabilities,
                                        std::span<const int> labels,
                                        std::span<const double> weights,
                                        const ReliabilityOptions& options) {
  return reliability(observe_probabilities(probabilities, labels, weights), options);
}

CalibrationError calibration_error(const Observations& predictions,
                                   const ReliabilityOptions& options) {
  return metrics::calibration_error(metrics::predictions_of(predictions), options);
}

}  // namespace calibrant
