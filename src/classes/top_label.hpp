// The largest probability of each row of a block, and what the others share beside it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/softmax.hpp"

namespace calibrant {

/// Where several classes have the largest probability, each is the top label with equal chances.
struct TopLabels {
  std::array<double, kernels::kRowBlock> largest = {};
  std::array<double, kernels::kRowBlock> ties = {};  ///< how many classes have it
  std::array<double, kernels::kRowBlock> rest = {};  ///< the sum of all but one top label
  std::size_t classes;

  /// A block of probabilities, class by class.
  TopLabels(const double* p, std::size_t class_count) : classes(class_count) {
    for (std::size_t k = 0; k < classes; ++k) {
      const double* own = p + k * kernels::kRowBlock;
      for (std::size_t i = 0; i < kernels::kRowBlock; ++i)
        largest[i] = std::max(largest[i], own[i]);
    }
    for (std::size_t k = 0; k < classes; ++k) {
      const double* own = p + k * kernels::kRowBlock;
      for (std::size_t i = 0; i < kernels::kRowBlock; ++i) {
        const bool top = own[i] == largest[i];
        ties[i] += top ? 1 : 0;
        rest[i] += top ? 0 : own[i];  // not 1 - largest, which has no digits near 1
      }
    }
    for (std::size_t i = 0; i < kernels::kRowBlock; ++i) rest[i] += (ties[i] - 1) * largest[i];
  }

  /// Of a class of row i whose probability was `p`, if the top label gets `confidence`.
  double probability(std::size_t i, double p, double confidence) const {
    // Where there is one top label, its share of the rest would be a quotient beyond all numbers.
    if (p == largest[i] && ties[i] == 1) return confidence;
    const double share = rest[i] > 0 ? p / rest[i] : 1 / static_cast<double>(classes - 1);
    const double other = (1 - confidence) * share;
    return p == largest[i] ? (confidence + (ties[i] - 1) * other) / ties[i] : other;
  }
};

}  // namespace calibrant
