// Probabilities in bins: the reliability table, and the ECE and MCE read from it.
//
// Groups ascend, so a bin is a run of groups: its ends are found first, then its sums. Edges of
// equal width are the doubles nearest to i / bins, and a probability equal to an edge goes up; that
// is decided by comparing with the edge, since floor(p * bins) can be off by one.
#include "calibrant/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/prediction_sums.hpp"
#include "metrics/fixed_sum.hpp"
#include "metrics/measures.hpp"
#include "support/blocked_sum.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace metrics {
namespace {

double edge(double bin, double bins) { return bin / bins; }

/// The bin of equal width that p belongs to.
double bin_of(double p, double bins) {
  double bin = std::floor(p * bins);
  if (p < edge(bin, bins)) --bin;
  if (p >= edge(bin + 1, bins)) ++bin;
  return std::min(bin, bins - 1);  // 1.0 belongs to the last
}

/// The groups [first, end) of one bin.
struct Run {
  double bin = 0;
  std::size_t first = 0;
  std::size_t end = 0;
};

std::vector<Run> equal_width(const Predictions& predictions, double bins) {
  const auto p = predictions.probabilities;
  std::vector<Run> runs;
  for (std::size_t k = 0; k < predictions.groups();) {
    const double bin = bin_of(p[k], bins);
    const auto end = bin == bins - 1 ? p.end()
                                     : std::lower_bound(p.begin() + static_cast<std::ptrdiff_t>(k),
                                                        p.end(), edge(bin + 1, bins));
    runs.push_back({bin, k, static_cast<std::size_t>(end - p.begin())});
    k = runs.back().end;
  }
  return runs;
}

std::vector<Run> equal_mass(const Predictions& predictions, double bins) {
  constexpr std::size_t kStride = 1024;
  const std::size_t groups = predictions.groups();
  std::vector<Run> runs = {{.bin = 0, .first = 0, .end = 0}};
  CompensatedSum before;  // the weight of lower groups
  const auto in_last = [&](double middle) {
    return runs.back().bin == bins - 1 ||
           // Products of whole numbers are exact, and so is a quotient that is whole.
           bins * middle < (runs.back().bin + 1) * predictions.weight;
  };
  for (std::size_t begin = 0; begin < groups; begin += kStride) {
    const std::size_t end = std::min(begin + kStride, groups);
    // Where even the end of the stride lies in the bin, its groups need no look.
    const double weight = plain_sum(predictions.negatives.subspan(begin, end - begin)) +
                          plain_sum(predictions.positives.subspan(begin, end - begin));
    if (in_last(before.value() + weight)) {
      before.add(weight);
      continue;
    }
    for (std::size_t k = begin; k < end; ++k) {
      const double middle = before.value() + predictions.group_weight(k) / 2;
      before.add(predictions.group_weight(k));
      if (in_last(middle)) continue;
      const double bin = std::min(std::floor(bins * middle / predictions.weight), bins - 1);
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
  const auto bins = static_cast<double>(options.bins);
  std::vector<ReliabilityRow> rows;
  if (options.strategy == BinStrategy::kEqualWidth) {
    for (const Run& run : equal_width(predictions, bins)) {
      rows.push_back(row_of(predictions, run, edge(run.bin, bins), edge(run.bin + 1, bins)));
    }
  } else {
    for (const Run& run : equal_mass(predictions, bins)) {
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
  return reliability(metrics::observe_probabilities(probabilities, labels, weights), options);
}

std::vector<ReliabilityRow> reliability(std::span<const double> probabilities,
                                        std::span<const int> labels,
                                        std::span<const double> weights,
                                        const ReliabilityOptions& options) {
  return reliability(metrics::observe_probabilities(probabilities, labels, weights), options);
}

CalibrationError calibration_error(const Observations& predictions,
                                   const ReliabilityOptions& options) {
  return metrics::calibration_error(metrics::predictions_of(predictions), options);
}

}  // namespace calibrant
