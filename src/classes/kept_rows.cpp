#include "calibrant/kept_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "classes/check_class_rows.hpp"
#include "classes/distinct_rows.hpp"
#include "math/random.hpp"
#include "observations/against_rest.hpp"
#include "observations/canonical.hpp"
#include "support/check.hpp"

namespace calibrant {
namespace {

std::vector<double> sums_by_class(const KeptRows& rows) {
  std::vector<double> sums(rows.classes);
  for (std::size_t i = 0; i < rows.size(); ++i) sums[rows.labels[i]] += rows.weights[i];
  return sums;
}

// Rows that weigh nothing are left out. -0.0 and 0.0 are one score.
KeptRows joined(std::span<const double> scores, std::span<const std::uint32_t> labels,
                std::size_t classes, std::span<const double> weights) {
  KeptRows rows{.classes = classes};
  for (const DistinctRow& one : distinct_rows(scores, labels, classes, weights)) {
    if (!(one.weight > 0)) continue;
    const auto from = scores.subspan(one.place * classes, classes);
    std::ranges::transform(from, std::back_inserter(rows.scores), canonical);
    rows.labels.push_back(labels[one.place]);
    rows.weights.push_back(one.weight);
  }
  return rows;
}

KeptRows chosen(const KeptRows& rows, std::span<const std::size_t> places) {
  KeptRows result{.classes = rows.classes, .totals = rows.totals};
  for (const std::size_t i : places) {
    const auto from = std::span(rows.scores).subspan(i * rows.classes, rows.classes);
    result.scores.insert(result.scores.end(), from.begin(), from.end());
    result.labels.push_back(rows.labels[i]);
    result.weights.push_back(rows.weights[i]);
  }
  return result;
}

// The same for every order of the classes, because a sum is.
std::uint64_t hash_of(const KeptRows& rows, std::size_t row) {
  std::uint64_t hash = 0;
  for (std::size_t k = 0; k < rows.classes; ++k) {
    const auto bits = std::bit_cast<std::uint64_t>(rows.scores[row * rows.classes + k]);
    hash += RandomStream(bits, rows.labels[row] == k ? 1 : 0).bits();
  }
  return RandomStream(hash).bits();
}

}  // namespace

std::vector<double> KeptRows::class_weights() const {
  return totals.empty() ? sums_by_class(*this) : totals;
}

KeptRows keep_rows(std::span<const double> scores, std::span<const std::uint32_t> labels,
                   std::size_t classes, std::span<const double> weights,
                   const ClassOptions& options) {
  check_class_rows(scores, labels, classes, weights, options);
  return joined(scores, labels, classes, weights);
}

void check_kept_rows(const KeptRows& rows) {
  check_multiclass_rows<std::uint32_t>("scores", rows.scores, rows.labels, rows.classes,
                                       rows.weights);
  for (std::size_t i = 0; i < rows.scores.size(); ++i) check_finite("scores", i, rows.scores[i]);
  const auto fail = [](const char* name, const char* problem) {
    throw InputError(name, std::nullopt, problem);
  };
  if (rows.weights.size() != rows.size()) fail("weights", "are not one for each row");
  if (std::ranges::any_of(rows.weights, [](double w) { return w == 0; })) {
    fail("weights", "are not all positive");
  }
  if (!rows.is_sample()) return;
  check_same_length("totals", rows.totals.size(), "classes", rows.classes);
  const std::vector<double> sums = sums_by_class(rows);
  for (std::size_t k = 0; k < rows.classes; ++k) {
    check_weight("totals", k, rows.totals[k]);
    if (sums[k] > 0 && rows.totals[k] == 0) fail("totals", "lack a class that has rows");
  }
}

KeptRows merge(const KeptRows& a, const KeptRows& b) {
  KeptRows all = a;
  all.scores.insert(all.scores.end(), b.scores.begin(), b.scores.end());
  all.labels.insert(all.labels.end(), b.labels.begin(), b.labels.end());
  all.weights.insert(all.weights.end(), b.weights.begin(), b.weights.end());
  KeptRows rows = joined(all.scores, all.labels, a.classes, all.weights);
  if (a.is_sample() || b.is_sample()) {
    rows.totals = a.class_weights();
    const std::vector<double> more = b.class_weights();
    std::ranges::transform(rows.totals, more, rows.totals.begin(), std::plus());
  }
  return rows;
}

KeptRows reweigh(KeptRows rows, double factor) {
  check_option_positive("factor", factor);
  for (double& weight : rows.weights) weight *= factor;
  for (double& total : rows.totals) total *= factor;
  if (std::ranges::find(rows.weights, 0.0) == rows.weights.end()) return rows;
  KeptRows left = joined(rows.scores, rows.labels, rows.classes, rows.weights);
  left.totals = std::move(rows.totals);
  return left;
}

KeptRows sample_rows(KeptRows rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  std::vector<std::uint64_t> hashes(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) hashes[i] = hash_of(rows, i);
  std::vector<std::size_t> places(rows.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto border = places.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(places.begin(), border, places.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(hashes[a], a) < std::pair(hashes[b], b);
  });
  std::sort(places.begin(), border);
  if (!rows.is_sample()) rows.totals = sums_by_class(rows);
  return chosen(rows, std::span(places).first(most));
}

KeptRows scaled(KeptRows rows) {
  if (!rows.is_sample()) return rows;
  const std::vector<double> sums = sums_by_class(rows);
  double all = 0;
  double present = 0;
  for (std::size_t k = 0; k < rows.classes; ++k) {
    all += rows.totals[k];
    if (sums[k] > 0) present += rows.totals[k];
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t k = rows.labels[i];
    rows.weights[i] *= rows.totals[k] / sums[k] * (all / present);
  }
  rows.totals.clear();
  return rows;
}

std::string describe(const KeptRows& rows) {
  if (!rows.is_sample()) return {};
  return fmt::format("It keeps a sample of {} rows, which stand for a weight of {:g}.", rows.size(),
                     std::accumulate(rows.totals.begin(), rows.totals.end(), 0.0));
}

}  // namespace calibrant
