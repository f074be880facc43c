#include "classes/distinct_rows.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

namespace calibrant {

std::vector<DistinctRow> distinct_rows(std::span<const double> scores,
                                       std::span<const std::uint32_t> labels, std::size_t classes,
                                       std::span<const double> weights) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto compare = [&](std::size_t a, std::size_t b) {
    if (labels[a] != labels[b]) return labels[a] <=> labels[b];
    const double* x = &scores[a * classes];
    const double* y = &scores[b * classes];
    for (std::size_t k = 0; k < classes; ++k) {
      if (x[k] != y[k])
        return x[k] < y[k] ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    return std::strong_ordering::equal;
  };
  const auto weight_of = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  // Equal rows by weight, so that their sum has the same bits in every order.
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto order_of_rows = compare(a, b);
    return std::is_eq(order_of_rows) ? weight_of(a) < weight_of(b) : std::is_lt(order_of_rows);
  });
  std::vector<DistinctRow> rows;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && std::is_eq(compare(order[i - 1], order[i]))) {
      rows.back().weight += weight_of(order[i]);
    } else {
      rows.push_back({order[i], weight_of(order[i])});
    }
  }
  return rows;
}

}  // namespace calibrant
