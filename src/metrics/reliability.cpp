// Probabilities in bins: the reliability table, and the ECE and MCE read from it.
//
// Groups ascend, so a bin is a run of groups and one pass fills the table. Edges of equal width are
// the doubles nearest to i / bins, and a probability equal to an edge goes up; that is decided by
// comparing with the edge, since floor(p * bins) can be off by one.
#include "calibrant/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/measures.hpp"
#include "support/compensated_sum.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// Which bin of equal width the next probability falls into. They ascend.
class EqualWidth {
 public:
  explicit EqualWidth(std::size_t bins) : bins_(static_cast<double>(bins)) {}

  double edge(double bin) const { return bin / bins_; }

  double bin_of_next(double p) {
    if (p < high_) return bin_;
    double bin = std::floor(p * bins_);
    if (p < edge(bin)) --bin;
    if (p >= edge(bin + 1)) ++bin;
    bin_ = std::min(bin, bins_ - 1);  // 1.0 belongs to the last
    high_ = edge(bin_ + 1);
    return bin_;
  }

 private:
  double bins_;
  double bin_ = 0;
  double high_ = 0;  // the upper edge of bin_; nothing is known of it at first
};

/// Which bin of equal weight the next group falls into.
class EqualMass {
 public:
  EqualMass(std::size_t bins, double weight) : bins_(static_cast<double>(bins)), weight_(weight) {}

  double bin_of_next(double group_weight) {
    const double middle = before_.value() + group_weight / 2;
    before_.add(group_weight);
    // Products of whole numbers are exact, and so is a quotient that is whole.
    if (bins_ * middle >= (bin_ + 1) * weight_) {
      bin_ = std::min(std::floor(bins_ * middle / weight_), bins_ - 1);
    }
    return bin_;
  }

 private:
  double bins_;
  double weight_;
  double bin_ = 0;
  CompensatedSum before_;
};

/// The sums of one bin.
struct Bin {
  CompensatedSum weight;
  CompensatedSum positives;
  CompensatedSum expected;

  void add(double p, double negatives_here, double positives_here) {
    weight.add(negatives_here + positives_here);
    positives.add(positives_here);
    expected.add((negatives_here + positives_here) * p);
  }

  ReliabilityRow row(double low, double high) const {
    return {.low = low,
            .high = high,
            .weight = weight.value(),
            .mean_probability = std::clamp(expected.value() / weight.value(), low, high),
            .observed = positives.value() / weight.value()};
  }
};

/// One bin after the other: next_bin(k) names the bin of group k and never goes down.
template <class NextBin, class Row>
void fill(const Predictions& predictions, const NextBin& next_bin, const Row& row) {
  Bin sums;
  double bin = next_bin(0);
  std::size_t first = 0;
  for (std::size_t k = 0; k < predictions.groups(); ++k) {
    const double here = k == 0 ? bin : next_bin(k);
    if (here != bin) {
      row(sums, bin, first, k);
      sums = {};
      bin = here;
      first = k;
    }
    sums.add(predictions.probabilities[k], predictions.negatives[k], predictions.positives[k]);
  }
  row(sums, bin, first, predictions.groups());
}

}  // namespace

std::vector<ReliabilityRow> reliability(const Predictions& predictions,
                                        const ReliabilityOptions& options) {
  check_bins(options.bins);
  const auto p = predictions.probabilities;
  std::vector<ReliabilityRow> rows;
  if (options.strategy == BinStrategy::kEqualWidth) {
    EqualWidth bins(options.bins);
    fill(
        predictions, [&](std::size_t k) { return bins.bin_of_next(p[k]); },
        [&](const Bin& sums, double bin, std::size_t, std::size_t) {
          rows.push_back(sums.row(bins.edge(bin), bins.edge(bin + 1)));
        });
  } else {
    EqualMass bins(options.bins, predictions.weight);
    fill(
        predictions, [&](std::size_t k) { return bins.bin_of_next(predictions.group_weight(k)); },
        [&](const Bin& sums, double, std::size_t first, std::size_t end) {
          rows.push_back(sums.row(p[first], p[end - 1]));
        });
  }
  return rows;
}

CalibrationError calibration_error(const Predictions& predictions,
                                   const ReliabilityOptions& options) {
  CompensatedSum mean;
  double largest = 0;
  for (const ReliabilityRow& row : reliability(predictions, options)) {
    const double gap = std::abs(row.observed - row.mean_probability);
    mean.add(row.weight * gap);
    largest = std::max(largest, gap);
  }
  return {.ece = mean.value() / predictions.weight, .mce = largest};
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
