// Equal rows of several classes, joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calibrant {

struct DistinctRow {
  std::size_t place;  ///< of one of the equal rows, in what was given
  double weight;
};

/// In an order that depends on nothing but the rows: by label, then by scores. Without weights each
/// row weighs 1.
std::vector<DistinctRow> distinct_rows(std::span<const double> scores,
                                       std::span<const std::uint32_t> labels, std::size_t classes,
                                       std::span<const double> weights);

}  // namespace calibrant
