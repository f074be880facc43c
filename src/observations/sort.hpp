// Sorts that are checked. Why: docs/engineering/sorting.md.
//
// Highway's vqsort is ten times faster than std::sort, but version 1.0.3 does not sort doubles
// whose largest value is tied. Its path for whole numbers is sound, so only whole numbers are
// sorted here; and whoever sorts, the result is looked at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace calibrant {

/// A score and a weight as whole numbers: ordered by score, then by weight.
struct alignas(16) WeightedKey {
  std::uint64_t weight = 0;  ///< first, so that both words are one number of 128 bits
  std::uint64_t score = 0;

  friend bool operator<(const WeightedKey& a, const WeightedKey& b) {
    return a.score != b.score ? a.score < b.score : a.weight < b.weight;
  }
};

/// Sorts with `quick`, and with std::sort if that left them out of order.
template <class Key, class Sort>
void sort_checked(std::span<Key> keys, const Sort& quick) {
  quick(keys);
  if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
}

void sort_keys(std::span<std::int64_t> keys);
void sort_keys(std::span<WeightedKey> keys);

}  // namespace calibrant
