// Validate, sort, group ties: the only place that knows what a tie is.
//
// Rows without weights: negatives and positives are sorted apart, as plain doubles, so that no
// label travels through the sort, and merged (stretches.hpp). Rows with weights: (score, weight)
// pairs are sorted, per class, by score and then by weight, so that sums do not depend on the order
// of the rows.
#include "calibrant/observations.hpp"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "observations/builder.hpp"
#include "observations/canonical.hpp"
#include "observations/check_rows.hpp"
#include "observations/stretches.hpp"
#include "support/check.hpp"
#include "support/parallel.hpp"

namespace calibrant {
namespace {

// Order-preserving image of a double among unsigned integers, and back. -0.0 must be gone.
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

std::uint64_t to_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double from_key(std::uint64_t key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

template <class Label>
struct LabelledRows {
  std::span<const double> scores;
  std::span<const Label> labels;

  std::size_t size() const { return scores.size(); }
  double score(std::size_t i) const { return canonical(scores[i]); }

  template <class Visit>
  void each(std::size_t begin, std::size_t end, const Visit& visit) const {
    for (std::size_t i = begin; i < end; ++i) {
      visit(canonical(scores[i]), static_cast<std::size_t>(labels[i]));
    }
  }
};

template <class Label>
Observations observe_unweighted(std::span<const double> scores, std::span<const Label> labels,
                                unsigned threads) {
  return observe_stretches(LabelledRows<Label>{scores, labels},
                           threads_for_rows(scores.size(), threads));
}

template <class Label>
Observations observe_weighted(std::span<const double> scores, std::span<const Label> labels,
                              std::span<const double> weights) {
  // Compared by hi, then lo; bits of non-negative doubles order as the doubles do.
  std::array<std::vector<hwy::uint128_t>, 2> by_class;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (weights[i] == 0) continue;
    hwy::uint128_t row;
    row.hi = to_key(canonical(scores[i]));
    row.lo = std::bit_cast<std::uint64_t>(weights[i]);
    by_class[static_cast<std::size_t>(labels[i])].push_back(row);
  }
  const hwy::Sorter sort;
  for (auto& rows : by_class) sort(rows.data(), rows.size(), hwy::SortAscending());

  const auto& [negative, positive] = by_class;
  const auto sum_run = [](const auto& rows, std::size_t& i, std::uint64_t key) {
    double sum = 0;
    for (; i < rows.size() && rows[i].hi == key; ++i) sum += std::bit_cast<double>(rows[i].lo);
    return sum;
  };
  ObservationsBuilder builder(negative.size() + positive.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < negative.size() || j < positive.size()) {
    const bool take_negative =
        j == positive.size() || (i < negative.size() && negative[i].hi <= positive[j].hi);
    const std::uint64_t key = take_negative ? negative[i].hi : positive[j].hi;
    const double a = sum_run(negative, i, key);
    const double b = sum_run(positive, j, key);
    builder.add(from_key(key), a, b);
  }
  return std::move(builder).finish();
}

template <class Label>
Observations observe_rows(std::span<const double> scores, std::span<const Label> labels,
                          std::span<const double> weights, unsigned threads) {
  check_rows(scores, labels, weights, threads);
  return weights.empty() ? observe_unweighted(scores, labels, threads)
                         : observe_weighted(scores, labels, weights);
}

}  // namespace

Observations observe(std::span<const double> scores, std::span<const std::uint8_t> labels,
                     std::span<const double> weights, unsigned threads) {
  return observe_rows(scores, labels, weights, threads);
}

Observations observe(std::span<const double> scores, std::span<const int> labels,
                     std::span<const double> weights, unsigned threads) {
  return observe_rows(scores, labels, weights, threads);
}

Observations observe_counts(std::span<const double> scores, std::span<const double> negatives,
                            std::span<const double> positives) {
  check_not_empty("scores", scores.size());
  check_same_length("negatives", negatives.size(), "scores", scores.size());
  check_same_length("positives", positives.size(), "scores", scores.size());
  std::vector<std::tuple<double, double, double>> rows;
  rows.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    check_finite("scores", i, scores[i]);
    check_weight("negatives", i, negatives[i]);
    check_weight("positives", i, positives[i]);
    if (negatives[i] + positives[i] == 0) continue;
    rows.emplace_back(canonical(scores[i]), canonical(negatives[i]), canonical(positives[i]));
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
