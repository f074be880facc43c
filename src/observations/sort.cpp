#include "observations/sort.hpp"

#include <hwy/contrib/sort/vqsort.h>
#include <hwy/targets.h>

#include <cstddef>

namespace calibrant {
namespace {

// Without vectors (a processor before SSSE3, or an emulated one) Highway has no sort of 128-bit
// numbers, and ends the process when it is asked for one.
bool has_vectors() { return (hwy::SupportedTargets() & ~(HWY_EMU128 | HWY_SCALAR)) != 0; }

}  // namespace

void sort_keys(std::span<std::int64_t> keys) {
  sort_checked(keys, [](std::span<std::int64_t> all) {
    hwy::Sorter()(all.data(), all.size(), hwy::SortAscending());
  });
}

void sort_keys(std::span<WeightedKey> keys) {
  static_assert(sizeof(WeightedKey) == sizeof(hwy::uint128_t));
  static_assert(alignof(WeightedKey) == alignof(hwy::uint128_t));
  static_assert(offsetof(WeightedKey, weight) == offsetof(hwy::uint128_t, lo));
  static_assert(offsetof(WeightedKey, score) == offsetof(hwy::uint128_t, hi));
  sort_checked(keys, [](std::span<WeightedKey> all) {
    if (!has_vectors()) return;  // then std::sort does it
    hwy::Sorter()(reinterpret_cast<hwy::uint128_t*>(all.data()), all.size(), hwy::SortAscending());
  });
}

}  // namespace calibrant
