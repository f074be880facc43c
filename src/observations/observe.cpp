// Validate, sort, group ties: the only place that knows what a tie is.
//
// Rows without weights: negatives and positives are sorted apart and merged (classes.cpp). Rows
// with weights: (score, weight) pairs are sorted, per class, by score and then by weight, so that
// sums do not depend on the order of the rows.
#include "calibrant/observations.hpp"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "observations/builder.hpp"
#include "observations/classes.hpp"
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

// Fewer rows are sorted before another thread has begun.
constexpr std::size_t kWorthThreads = 50'000;

// Adding zero turns -0.0 into 0.0 and changes nothing else.
double canonical(double score) { return score + 0.0; }

template <class Label>
void check_rows(std::span<const double> scores, std::span<const Label> labels,
                std::span<const double> weights) {
  check_not_empty("scores", scores.size());
  check_same_length("labels", labels.size(), "scores", scores.size());
  if (!weights.empty()) check_same_length("weights", weights.size(), "scores", scores.size());
  // One quick pass that only says whether all is well; the search for the place comes after.
  bool good = true;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    // x - x is zero for finite x, NaN otherwise.
    good = good & (scores[i] - scores[i] == 0) &
           ((static_cast<std::make_unsigned_t<Label>>(labels[i]) >> 1U) == 0);
  }
  for (const double weight : weights) good = good & (weight - weight == 0) & (weight >= 0);
  if (good) return;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    check_finite("scores", i, scores[i]);
    check_label("labels", i, labels[i]);
    if (!weights.empty()) check_weight("weights", i, weights[i]);
  }
}

template <class Label>
Observations observe_unweighted(std::span<const double> scores, std::span<const Label> labels,
                                unsigned threads) {
  std::size_t positive_rows = 0;
  for (const Label label : labels) positive_rows += static_cast<std::size_t>(label);
  // by_class[label], each with one spare place so that the loop below needs no branch.
  std::array<LargeArray, 2> by_class;
  by_class[0].resize(scores.size() - positive_rows + 1);
  by_class[1].resize(positive_rows + 1);
  std::array<double*, 2> end = {by_class[0].data(), by_class[1].data()};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    *end[static_cast<std::size_t>(labels[i])]++ = canonical(scores[i]);
  }
  for (auto& values : by_class) values.pop_back();
  return observe_classes(std::move(by_class[0]), std::move(by_class[1]),
                         scores.size() < kWorthThreads ? 1 : thread_count({.threads = threads}));
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
  check_rows(scores, labels, weights);
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
