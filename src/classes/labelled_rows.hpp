// A copy of some rows of several classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calibrant {

struct LabelledRows {
  std::vector<double> scores;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;  ///< none if none were given

  /// Those for which keep(row number) holds.
  template <class Keep>
  LabelledRows(std::span<const double> all_scores, std::span<const std::uint32_t> all_labels,
               std::size_t classes, std::span<const double> all_weights, const Keep& keep) {
    for (std::size_t i = 0; i < all_labels.size(); ++i) {
      if (!keep(i)) continue;
      const auto row = all_scores.subspan(i * classes, classes);
      scores.insert(scores.end(), row.begin(), row.end());
      labels.push_back(all_labels[i]);
      if (!all_weights.empty()) weights.push_back(all_weights[i]);
    }
  }
};

}  // namespace calibrant
