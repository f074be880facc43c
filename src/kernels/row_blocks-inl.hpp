// The portable body of kernels/row_blocks.hpp; compiled once for every instruction set.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_ROW_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_ROW_BLOCKS_INL
#undef CALIBRANT_KERNELS_ROW_BLOCKS_INL
#else
#define CALIBRANT_KERNELS_ROW_BLOCKS_INL
#endif

#include <algorithm>
#include <cstddef>

#include "kernels/exp_log-inl.hpp"
#include "kernels/row_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

// Calls move(i, k) for each cell, some classes at a time, so that the cache holds what is written.
template <class Move>
HWY_INLINE void for_cells(std::size_t count, std::size_t classes, const Move& move) {
  constexpr std::size_t kAtOnce = 32;
  for (std::size_t first = 0; first < classes; first += kAtOnce) {
    const std::size_t end = std::min(first + kAtOnce, classes);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = first; k < end; ++k) move(i, k);
    }
  }
}

inline bool rows_to_block_here(const double* rows, std::size_t count, std::size_t classes,
                               double largest, double* block) {
  const Doubles d;
  for_cells(kRowBlock, classes, [&](std::size_t i, std::size_t k) HWY_ATTR {
    block[k * kRowBlock + i] = rows[std::min(i, count - 1) * classes + k];
  });
  const V high = hn::Set(d, largest);
  const V low = hn::Set(d, -largest);
  bool all_finite = true;
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V trouble = hn::Zero(d);  // 0 * x is NaN where x is not finite
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = block + k * kRowBlock + i;
      const V x = hn::Load(d, place);
      trouble = hn::Add(trouble, hn::Mul(x, hn::Zero(d)));
      hn::Store(clamp_scores(x, low, high), d, place);
    }
    const auto finite = hn::Eq(trouble, trouble);
    if (hn::AllTrue(d, finite)) continue;
    all_finite = false;
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = block + k * kRowBlock + i;
      hn::Store(hn::IfThenElseZero(finite, hn::Load(d, place)), d, place);
    }
  }
  return all_finite;
}

inline void block_to_rows_here(const double* block, std::size_t count, std::size_t classes,
                               double* rows) {
  for_cells(count, classes, [&](std::size_t i, std::size_t k) HWY_ATTR {
    rows[i * classes + k] = block[k * kRowBlock + i];
  });
}

inline void shares_block_here(const double* block, std::size_t classes, double* out) {
  const Doubles d;
  const V zero = hn::Zero(d);
  const V equal = hn::Set(d, 1 / static_cast<double>(classes));
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    const auto value = [&](std::size_t k) HWY_ATTR {
      const V x = hn::Load(d, block + k * kRowBlock + i);
      return hn::IfThenElseZero(hn::Gt(x, zero), x);
    };
    V sum = zero;
    for (std::size_t k = 0; k < classes; ++k) sum = hn::Add(sum, value(k));
    const auto some = hn::Gt(sum, zero);
    for (std::size_t k = 0; k < classes; ++k) {
      const V share = hn::IfThenElse(some, hn::Div(value(k), sum), equal);
      hn::Store(share, d, out + k * kRowBlock + i);
    }
  }
}

inline void log_block_here(const double* p, std::size_t classes, double mixing, double at_least,
                           double* out) {
  const Doubles d;
  const V kept = hn::Set(d, 1 - mixing);
  const V share = hn::Set(d, mixing / static_cast<double>(classes));
  const V least = hn::Set(d, at_least);
  for (std::size_t i = 0; i < classes * kRowBlock; i += hn::Lanes(d)) {
    const V mixed = hn::Add(hn::Mul(kept, hn::Load(d, p + i)), share);
    hn::Store(log_unit(hn::IfThenElse(hn::Gt(mixed, least), mixed, least)), d, out + i);
  }
}

inline void centred_block_here(const double* x, std::size_t classes, double at_least, double* out) {
  const Doubles d;
  const V least = hn::Set(d, at_least);
  const V share = hn::Set(d, 1 / static_cast<double>(classes));
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    const auto value = [&](std::size_t k) HWY_ATTR {
      const V own = hn::Load(d, x + k * kRowBlock + i);
      return hn::IfThenElse(hn::Gt(own, least), own, least);
    };
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) sum = hn::Add(sum, value(k));
    const V mean = hn::Mul(sum, share);
    for (std::size_t k = 0; k < classes; ++k) {
      hn::Store(hn::Sub(value(k), mean), d, out + k * kRowBlock + i);
    }
  }
}

inline void find_top_labels_here(const double* p, std::size_t classes, TopLabels& top) {
  const Doubles d;
  const V one = hn::Set(d, 1.0);
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V largest = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      largest = hn::Max(largest, hn::Load(d, p + k * kRowBlock + i));
    }
    V ties = hn::Zero(d);
    V rest = hn::Zero(d);  // not 1 - largest, which has no digits near 1
    for (std::size_t k = 0; k < classes; ++k) {
      const V own = hn::Load(d, p + k * kRowBlock + i);
      const auto is_top = hn::Eq(own, largest);
      ties = hn::Add(ties, hn::IfThenElseZero(is_top, one));
      rest = hn::Add(rest, hn::IfThenZeroElse(is_top, own));
    }
    hn::Store(largest, d, &top.largest[i]);
    hn::Store(ties, d, &top.ties[i]);
    hn::Store(hn::Add(rest, hn::Mul(hn::Sub(ties, one), largest)), d, &top.rest[i]);
  }
}

inline void add_top_labels_here(const double* p, std::size_t classes, const TopLabels& top,
                                const RowValues& confidence, double weight, double* sum) {
  const Doubles d;
  const V one = hn::Set(d, 1.0);
  const V weights = hn::Set(d, weight);
  const V equal = hn::Set(d, 1 / static_cast<double>(classes - 1));
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    const V largest = hn::Load(d, &top.largest[i]);
    const V ties = hn::Load(d, &top.ties[i]);
    const V rest = hn::Load(d, &top.rest[i]);
    const V sure = hn::Load(d, &confidence[i]);
    const V left = hn::Sub(one, sure);
    const auto some = hn::Gt(rest, hn::Zero(d));
    // Of each of the classes that share the largest probability.
    const V share = hn::IfThenElse(some, hn::Div(largest, rest), equal);
    const V tied = hn::Div(hn::Add(sure, hn::Mul(hn::Sub(ties, one), hn::Mul(left, share))), ties);
    const V top_value = hn::IfThenElse(hn::Eq(ties, one), sure, tied);
    for (std::size_t k = 0; k < classes; ++k) {
      const V own = hn::Load(d, p + k * kRowBlock + i);
      const V other = hn::Mul(left, hn::IfThenElse(some, hn::Div(own, rest), equal));
      const V value = hn::IfThenElse(hn::Eq(own, largest), top_value, other);
      double* place = sum + k * kRowBlock + i;
      hn::Store(hn::Add(hn::Load(d, place), hn::Mul(weights, value)), d, place);
    }
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
