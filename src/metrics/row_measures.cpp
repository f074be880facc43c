// One pass over the rows each. Where FixedSum has no answer, rows are sorted after all.
#include "calibrant/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "kernels/prediction_sums.hpp"
#include "math/bins.hpp"
#include "math/fixed_sum.hpp"
#include "metrics/measures.hpp"
#include "metrics/predictions.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace metrics {
namespace {

using Labels = std::span<const std::uint8_t>;

/// Clean rows, and not too many? Those that are not clean throw where they are sorted.
bool can_sum(std::span<const double> probabilities, Labels labels) {
  if (probabilities.empty() || labels.size() != probabilities.size()) return false;
  if (static_cast<double>(probabilities.size()) > kMostFixedTerms) return false;
  bool good = true;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    good &= probabilities[i] >= 0;
    good &= probabilities[i] <= 1;
    good &= labels[i] <= 1;
  }
  return good;
}

struct Bin {
  std::uint64_t rows = 0;
  std::uint64_t positives = 0;
  FixedSum expected{kUnitTerms};
};

std::optional<std::vector<ReliabilityRow>> reliability_rows(std::span<const double> probabilities,
                                                            Labels labels, std::size_t bins) {
  const UnitBins bin_of(bins);
  std::vector<Bin> found(bins);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double p = read_once(probabilities, i);
    // One of the bins, even if another thread has changed the probability since it was checked.
    Bin& into = found[bin_of(p)];
    ++into.rows;
    into.positives += labels[i];
    into.expected.add(p);
  }
  std::vector<ReliabilityRow> rows;
  for (std::size_t i = 0; i < bins; ++i) {
    if (found[i].rows == 0) continue;
    const auto weight = static_cast<double>(found[i].rows);
    const auto expected = found[i].expected.value(weight);
    if (!expected) return {};
    rows.push_back(reliability_row({.weight = weight,
                                    .positives = static_cast<double>(found[i].positives),
                                    .expected = *expected},
                                   bin_of.edge(i), bin_of.edge(i + 1)));
  }
  return rows;
}

}  // namespace
}  // namespace metrics

double brier_score(std::span<const double> probabilities, std::span<const std::uint8_t> labels) {
  const auto rows = static_cast<double>(probabilities.size());
  if (metrics::can_sum(probabilities, labels)) {
    metrics::FixedSum sum(metrics::kUnitTerms);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      // 1 - p or p, without a branch that no one could predict.
      const double off = std::abs(static_cast<double>(labels[i]) - probabilities[i]);
      sum.add(off * off);
    }
    if (const auto total = sum.value(rows)) return *total / rows;
  }
  return brier_score(observe_probabilities(probabilities, labels, {}));
}

double log_loss(std::span<const double> probabilities, std::span<const std::uint8_t> labels) {
  const auto rows = static_cast<double>(probabilities.size());
  if (metrics::can_sum(probabilities, labels)) {
    metrics::FixedSum sum(metrics::kLogTerms);
    std::array<std::array<double, metrics::kLogBlock>, 2> losses;  // by label
    for (std::size_t begin = 0; begin < labels.size(); begin += metrics::kLogBlock) {
      const std::size_t length = std::min(metrics::kLogBlock, labels.size() - begin);
      metrics::log_losses(probabilities.subspan(begin, length), std::span(losses[0]).first(length),
                          std::span(losses[1]).first(length));
      for (std::size_t i = 0; i < length; ++i)
        sum.add(losses[read_once(labels, begin + i) & 1U][i]);
    }
    if (const auto total = sum.value(rows)) return *total / rows;
  }
  return log_loss(observe_probabilities(probabilities, labels, {}));
}

CalibrationError calibration_error(std::span<const double> probabilities,
                                   std::span<const std::uint8_t> labels, std::size_t bins) {
  metrics::check_bins(bins);
  // Many bins are narrow, and the lowest of them too low for a FixedSum.
  constexpr std::size_t kMostBins = 200;
  if (bins <= kMostBins && metrics::can_sum(probabilities, labels)) {
    if (const auto rows = metrics::reliability_rows(probabilities, labels, bins)) {
      return metrics::error_of(*rows, static_cast<double>(probabilities.size()));
    }
  }
  return calibration_error(observe_probabilities(probabilities, labels, {}), {.bins = bins});
}

}  // namespace calibrant
