// What isotonic recalibration says of the probabilities: the CORP split of the Brier score, ICI
// and E90.
//
// With v the recalibrated value of p, A and B the negatives and positives of a block, n = A + B,
// r the prevalence, sums over groups and blocks:
//
//   N * miscalibration = sum a (p^2 - v^2) + b ((1-p)^2 - (1-v)^2)
//                      = sum (p - v) (a (p + v) - b ((1-p) + (1-v)))
//   N * discrimination = sum n (v - r)^2
//   uncertainty        = r (1 - r)
//
// Each is summed as it stands instead of being the difference of two Brier scores, so that a
// perfectly calibrated input has a miscalibration of exactly 0.
#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/metrics.hpp"
#include "math/compensated_sum.hpp"
#include "metrics/measures.hpp"

namespace calibrant {
namespace metrics {
namespace {

/// Calls sum(first, end, v) for stretches of groups that share a recalibrated value: short enough
/// for plain sums, which are then compensated over stretches.
template <class Sum>
void visit_stretches(std::span<const PooledBlock> blocks, const Sum& sum) {
  constexpr std::size_t kLongest = 1024;
  for (const PooledBlock& block : blocks) {
    for (std::size_t first = block.first; first < block.end; first += kLongest) {
      sum(first, std::min(first + kLongest, block.end), block.value);
    }
  }
}

/// Calls visit(k, |p - v|) for every group.
template <class Visit>
void visit_distances(const Predictions& predictions, std::span<const PooledBlock> blocks,
                     const Visit& visit) {
  for (const PooledBlock& block : blocks) {
    for (std::size_t k = block.first; k < block.end; ++k) {
      visit(k, std::abs(predictions.probabilities[k] - block.value));
    }
  }
}

/// The smallest d with |p - v| <= d for nine tenths of the weight. Weights are first summed in
/// cells of equal width, so that only the groups of one cell need to be sorted.
double ninetieth_percentile(const Predictions& predictions, std::span<const PooledBlock> blocks,
                            double largest) {
  if (largest == 0) return 0;
  constexpr std::size_t kCells = 4096;
  const double scale = kCells / largest;
  // A scale that overflows (distances below 1e-304) puts all, 0 * inf too, into the last cell.
  const auto cell_of = [&](double distance) {
    return static_cast<std::size_t>(std::min(kCells - 1.0, distance * scale));
  };
  std::vector<double> cells(kCells);
  // Neighbours mostly share a cell: summed apart, they need not wait for each other's store.
  std::size_t current = 0;
  double sum = 0;
  visit_distances(predictions, blocks, [&](std::size_t k, double distance) {
    const std::size_t here = cell_of(distance);
    if (here != current) {
      cells[current] += sum;
      current = here;
      sum = 0;
    }
    sum += predictions.group_weight(k);
  });
  cells[current] += sum;
  const double wanted = 0.9 * predictions.weight;
  CompensatedSum weight;  // of the cells, then of the groups, up to here
  std::size_t cell = 0;
  for (; cell + 1 < kCells; ++cell) {
    CompensatedSum with = weight;
    with.add(cells[cell]);
    if (with.value() >= wanted) break;
    weight = with;
  }
  std::vector<std::pair<double, double>> inside;  // distance, weight
  visit_distances(predictions, blocks, [&](std::size_t k, double distance) {
    if (cell_of(distance) == cell) inside.emplace_back(distance, predictions.group_weight(k));
  });
  std::sort(inside.begin(), inside.end());
  for (const auto& [distance, added] : inside) {
    weight.add(added);
    if (weight.value() >= wanted) return distance;
  }
  return largest;
}

}  // namespace

std::vector<PooledBlock> recalibrate(const Predictions& predictions) {
  return pool_adjacent_violators(predictions.negatives, predictions.positives);
}

BrierSplit split_brier(const Predictions& predictions, std::span<const PooledBlock> blocks) {
  const double prevalence = predictions.positive_weight / predictions.weight;
  CompensatedSum miscalibration;
  CompensatedSum discrimination;
  for (const PooledBlock& block : blocks) {
    const double v = block.value;
    discrimination.add((block.negatives + block.positives) * ((v - prevalence) * (v - prevalence)));
  }
  visit_stretches(blocks, [&](std::size_t first, std::size_t end, double v) {
    double sum = 0;
    for (std::size_t k = first; k < end; ++k) {
      const double p = predictions.probabilities[k];
      const double a = predictions.negatives[k];
      const double b = predictions.positives[k];
      sum += (p - v) * (a * (p + v) - b * ((1 - p) + (1 - v)));
    }
    miscalibration.add(sum);
  });
  // Recalibration never loses; only rounding can say otherwise.
  return {.miscalibration = std::max(0.0, miscalibration.value() / predictions.weight),
          .discrimination = discrimination.value() / predictions.weight,
          .uncertainty = prevalence * (predictions.negative_weight / predictions.weight)};
}

CalibrationDistance calibration_distance(const Predictions& predictions,
                                         std::span<const PooledBlock> blocks) {
  CompensatedSum distances;
  double largest = 0;
  for (const PooledBlock& block : blocks) {
    // Probabilities ascend: the ends of a block are farthest from its value.
    for (const std::size_t k : {block.first, block.end - 1}) {
      largest = std::max(largest, std::abs(predictions.probabilities[k] - block.value));
    }
  }
  visit_stretches(blocks, [&](std::size_t first, std::size_t end, double v) {
    double sum = 0;
    for (std::size_t k = first; k < end; ++k) {
      const double distance = std::abs(predictions.probabilities[k] - v);
      sum += predictions.group_weight(k) * distance;
    }
    distances.add(sum);
  });
  return {.ici = distances.value() / predictions.weight,
          .e90 = ninetieth_percentile(predictions, blocks, largest)};
}

}  // namespace metrics

BrierSplit split_brier(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::split_brier(groups, metrics::recalibrate(groups));
}

CalibrationDistance calibration_distance(const Observations& predictions) {
  const metrics::Predictions groups = metrics::predictions_of(predictions);
  return metrics::calibration_distance(groups, metrics::recalibrate(groups));
}

}  // namespace calibrant
