// Validate, sort, group ties: the only place that knows what a tie is.
//
// Rows without weights: negatives and positives are sorted apart, so that no label travels through
// the sort, and merged (parallel_grouping.hpp). Rows with weights: (score, weight) pairs are
// sorted, per class, by score and then by weight, so that sums do not depend on the order of the
// rows.
#include "calibrant/observations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "math/ordered_bits.hpp"
#include "observations/builder.hpp"
#include "observations/canonical.hpp"
#include "observations/check_rows.hpp"
#include "observations/parallel_grouping.hpp"
#include "observations/sort.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/read_once.hpp"

namespace calibrant {
namespace {

// Another number than NaN and the infinities?
bool finite(double value) { return value - value == 0; }

template <class Label>
struct LabelledRows {
  std::span<const double> scores;
  std::span<const Label> labels;

  std::size_t size() const { return scores.size(); }
  double score(std::size_t i) const { return canonical(read_once(scores, i)); }

  template <class Visit>
  bool each(std::size_t begin, std::size_t end, const Visit& visit) const {
    bool all_finite = true;
    std::size_t bits = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double own = score(i);
      const auto label = static_cast<std::size_t>(read_once(labels, i));
      all_finite = all_finite & finite(own);
      bits |= label;
      visit(own, label & 1U);
    }
    return all_finite && bits <= 1;
  }
};

// Between keys with a sign and keys without.
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

using WeightedRows = std::array<std::vector<WeightedKey>, 2>;

// By class. Nothing if a row is not clean.
template <class Label>
std::optional<WeightedRows> copy_weighted(std::span<const double> scores,
                                          std::span<const Label> labels,
                                          std::span<const double> weights) {
  WeightedRows rows;
  bool good = true;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double score = canonical(read_once(scores, i));
    const double weight = canonical(read_once(weights, i));
    const auto label = static_cast<std::size_t>(read_once(labels, i));
    good &= finite(score);
    good &= finite(weight);
    good &= weight >= 0;
    good &= label <= 1;
    if (weight == 0) continue;
    // Bits of positive doubles order as the doubles do.
    rows[label & 1U].push_back({.weight = std::bit_cast<std::uint64_t>(weight),
                                .score = static_cast<std::uint64_t>(ordered_bits(score)) ^ kSign});
  }
  if (!good) return {};
  return rows;
}

template <class Label>
std::optional<Observations> observe_weighted(std::span<const double> scores,
                                             std::span<const Label> labels,
                                             std::span<const double> weights) {
  auto by_label = copy_weighted(scores, labels, weights);
  if (!by_label) return {};
  for (auto& rows : *by_label) sort_keys(std::span(rows));

  const auto& [negative, positive] = *by_label;
  const auto sum_run = [](const auto& rows, std::size_t& i, std::uint64_t key) {
    double sum = 0;
    for (; i < rows.size() && rows[i].score == key; ++i) {
      sum += std::bit_cast<double>(rows[i].weight);
    }
    return sum;
  };
  ObservationsBuilder builder(negative.size() + positive.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < negative.size() || j < positive.size()) {
    const bool take_negative =
        j == positive.size() || (i < negative.size() && negative[i].score <= positive[j].score);
    const std::uint64_t key = take_negative ? negative[i].score : positive[j].score;
    const double a = sum_run(negative, i, key);
    const double b = sum_run(positive, j, key);
    builder.add(from_ordered_bits(static_cast<std::int64_t>(key ^ kSign)), a, b);
  }
  return std::move(builder).finish();
}

// What is checked is the copy that is sorted. Only if that fails are the rows searched.
template <class Label>
Observations observe_rows(std::span<const double> scores, std::span<const Label> labels,
                          std::span<const double> weights, unsigned threads) {
  check_lengths(scores, labels, weights);
  auto seen = weights.empty() ? group_in_parallel(LabelledRows<Label>{scores, labels},
                                                  threads_for_rows(scores.size(), threads))
                              : observe_weighted(scores, labels, weights);
  if (!seen) fail_rows(scores, labels, weights);
  return *std::move(seen);
}

}  // namespace

Observations observe(std::span<const double> scores, std::span<const std::uint8_t> labels,
                     std::span<const double> weights, const Execution& execution) {
  return observe_rows(scores, labels, weights, execution.threads);
}

Observations observe(std::span<const double> scores, std::span<const int> labels,
                     std::span<const double> weights, const Execution& execution) {
  return observe_rows(scores, labels, weights, execution.threads);
}

Observations observe_counts(std::span<const double> scores, std::span<const double> negatives,
                            std::span<const double> positives) {
  check_not_empty("scores", scores.size());
  check_same_length("negatives", negatives.size(), "scores", scores.size());
  check_same_length("positives", positives.size(), "scores", scores.size());
  std::vector<std::tuple<double, double, double>> rows;
  rows.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double score = canonical(read_once(scores, i));
    const double a = canonical(read_once(negatives, i));
    const double b = canonical(read_once(positives, i));
    check_finite("scores", i, score);
    check_weight("negatives", i, a);
    check_weight("positives", i, b);
    if (a + b > 0) rows.emplace_back(score, a, b);
  }
  std::sort(rows.begin(), rows.end());

  ObservationsBuilder builder(rows.size());
  for (std::size_t i = 0; i < rows.size();) {
    const double score = std::get<0>(rows[i]);
    double a = 0;
    double b = 0;
    for (; i < rows.size() && std::get<0>(rows[i]) == score; ++i) {
      a += std::get<1>(rows[i]);
      b += std::get<2>(rows[i]);
    }
    builder.add(score, a, b);
  }
  return std::move(builder).finish();
}

}  // namespace calibrant
