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

struct Strided {
  double* cells;
  std::size_t stride;
};

// Two cells of two rows become two rows of two cells.
HWY_INLINE void transpose_square(const double* row, const double* next, double* to,
                                 double* to_next) {
#if HWY_TARGET == HWY_SCALAR
  to[0] = row[0];
  to[1] = next[0];
  to_next[0] = row[1];
  to_next[1] = next[1];
#else
  const hn::FixedTag<double, 2> two;
  const auto a = hn::LoadU(two, row);
  const auto b = hn::LoadU(two, next);
  hn::StoreU(hn::InterleaveLower(two, a, b), two, to);
  hn::StoreU(hn::InterleaveUpper(two, a, b), two, to_next);
#endif
}

// to[column][row] = from[row][column], in squares of two, so that each load and each store moves
// two cells. Some columns at a time, so that the cache holds what is written.
HWY_INLINE void transpose(const double* from, std::size_t rows, std::size_t columns,
                          std::size_t stride, const Strided& to) {
  constexpr std::size_t kAtOnce = 32;
  for (std::size_t first = 0; first < columns; first += kAtOnce) {
    const std::size_t end = std::min(first + kAtOnce, columns);
    std::size_t i = 0;
    for (; i + 2 <= rows; i += 2) {
      const double* row = from + i * stride;
      const double* next = row + stride;
      std::size_t k = first;
      for (; k + 2 <= end; k += 2) {
        double* place = to.cells + k * to.stride + i;
        transpose_square(row + k, next + k, place, place + to.stride);
      }
      for (; k < end; ++k) {
        to.cells[k * to.stride + i] = row[k];
        to.cells[k * to.stride + i + 1] = next[k];
      }
    }
    for (std::size_t k = first; i < rows && k < end; ++k) {
      to.cells[k * to.stride + i] = from[i * stride + k];
    }
  }
}

inline bool rows_to_block_here(const double* rows, std::size_t count, std::size_t classes,
                               double largest, double* block) {
  const Doubles d;
  transpose(rows, count, classes, classes, {block, kRowBlock});
  for (double* place = block; count < kRowBlock && place < block + classes * kRowBlock;
       place += kRowBlock) {
    std::fill(place + count, place + kRowBlock, place[count - 1]);
  }
  const V high = hn::Set(d, largest);
  const V low = hn::Set(d, -largest);
  bool all_finite = true;
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V trouble = hn::Zero(d);  // 0 * x is NaN where x is not finite
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = block + k * kRowBlock + i;
      const V x = hn::Load(d, place);
      trouble = hn::Add(trouble, hn::Mul(x, hn::Zero(d)));
      hn::Store(hn::Min(hn::Max(x, low), high), d, place);  // NaN becomes 0 below
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
  transpose(block, classes, count, kRowBlock, {rows, classes});
}

// Calls use(i, k, value) for the cells of a row after start(i, sum); what is negative counts as 0.
template <class Start, class Use>
HWY_INLINE void for_rows(const double* block, std::size_t classes, const Start& start,
                         const Use& use) {
  const Doubles d;
  const V zero = hn::Zero(d);
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    const auto value = [&](std::size_t k) HWY_ATTR {
      return hn::Max(hn::Load(d, block + k * kRowBlock + i), zero);
    };
    V sum = zero;
    for (std::size_t k = 0; k < classes; ++k) sum = hn::Add(sum, value(k));
    start(sum);
    for (std::size_t k = 0; k < classes; ++k) use(k * kRowBlock + i, value(k));
  }
}

inline void shares_block_here(const double* block, std::size_t classes, double* out) {
  const Doubles d;
  const V equal = hn::Set(d, 1 / static_cast<double>(classes));
  V sum;
  for_rows(
      block, classes, [&](V total) HWY_ATTR { sum = total; },
      [&](std::size_t i, V value) HWY_ATTR {
        const auto some = hn::Gt(sum, hn::Zero(d));
        hn::Store(hn::IfThenElse(some, hn::Div(value, sum), equal), d, out + i);
      });
}

// A sum that is too small for 1 / sum is that of nothing.
inline void add_shares_block_here(const double* block, std::size_t classes, double weight,
                                  double* sum) {
  const Doubles d;
  const V weights = hn::Set(d, weight);
  V factor;
  V equal;
  for_rows(
      block, classes,
      [&](V total) HWY_ATTR {
        const auto some = hn::Gt(total, hn::Set(d, 1e-290));
        factor = hn::IfThenElseZero(some, hn::Div(weights, total));
        equal = hn::IfThenZeroElse(some, hn::Set(d, weight / static_cast<double>(classes)));
      },
      [&](std::size_t i, V value) HWY_ATTR {
        const V own = hn::Add(hn::Mul(value, factor), equal);
        hn::Store(hn::Add(hn::Load(d, sum + i), own), d, sum + i);
      });
}

inline void log_block_here(const double* p, std::size_t classes, double at_least, double* out) {
  const Doubles d;
  const V least = hn::Set(d, at_least);
  for (std::size_t i = 0; i < classes * kRowBlock; i += hn::Lanes(d)) {
    hn::Store(log_fast(hn::Max(hn::Load(d, p + i), least)), d, out + i);
  }
}

// With e = exp(power x), not yet divided by its sum S, the logarithm is that of e + S mixing /
// (classes (1 - mixing)), but for a constant of the row.
inline void mixed_block_here(const double* x, std::size_t classes, const MixedReading& reading,
                             double* out) {
  const Doubles d;
  const auto count = static_cast<double>(classes);
  const V power = hn::Set(d, reading.power);
  const V share = hn::Set(d, reading.mixing / (count * (1 - reading.mixing)));
  const V least = hn::Set(d, reading.least / (1 - reading.mixing));
  for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
    V largest = hn::Load(d, x + i);
    for (std::size_t k = 1; k < classes; ++k) {
      largest = hn::Max(largest, hn::Load(d, x + k * kRowBlock + i));
    }
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      const V own = hn::Sub(hn::Load(d, x + k * kRowBlock + i), largest);
      const V e = exp_fast(hn::Mul(power, own));
      hn::Store(e, d, out + k * kRowBlock + i);
      sum = hn::Add(sum, e);
    }
    const V added = hn::Mul(share, sum);
    const V lowest = hn::Mul(least, sum);
    V logs = hn::Zero(d);
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = out + k * kRowBlock + i;
      const V log = log_fast(hn::Max(hn::Add(hn::Load(d, place), added), lowest));
      hn::Store(log, d, place);
      logs = hn::Add(logs, log);
    }
    const V mean = hn::Mul(logs, hn::Set(d, 1 / count));
    for (std::size_t k = 0; k < classes; ++k) {
      double* place = out + k * kRowBlock + i;
      hn::Store(hn::Sub(hn::Load(d, place), mean), d, place);
    }
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

inline bool all_within_here(std::span<const double> numbers, double low, double high) {
  const Doubles d;
  const V least = hn::Set(d, low);
  const V most = hn::Set(d, high);
  auto inside = hn::Eq(least, least);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= numbers.size(); i += hn::Lanes(d)) {
    const V x = hn::LoadU(d, numbers.data() + i);
    inside = hn::And(inside, hn::And(hn::Ge(x, least), hn::Le(x, most)));
  }
  bool all = hn::AllTrue(d, inside);
  for (; i < numbers.size(); ++i) all = all && numbers[i] >= low && numbers[i] <= high;
  return all;
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
    // One division for the row; where its result might be infinite, all are made larger before.
    const V scale = hn::IfThenElse(hn::Lt(rest, hn::Set(d, 0x1p-900)), hn::Set(d, 0x1p200), one);
    const V each = hn::IfThenZeroElse(some, hn::Mul(left, equal));
    const V factor = hn::IfThenElseZero(some, hn::Div(left, hn::Mul(rest, scale)));
    const auto other = [&](V own)
                           HWY_ATTR { return hn::Add(hn::Mul(hn::Mul(own, scale), factor), each); };
    // Of each of the classes that share the largest probability.
    const V tied = hn::Div(hn::Add(sure, hn::Mul(hn::Sub(ties, one), other(largest))), ties);
    const V top_value = hn::IfThenElse(hn::Eq(ties, one), sure, tied);
    for (std::size_t k = 0; k < classes; ++k) {
      const V own = hn::Load(d, p + k * kRowBlock + i);
      const V value = hn::IfThenElse(hn::Eq(own, largest), top_value, other(own));
      double* place = sum + k * kRowBlock + i;
      hn::Store(hn::Add(hn::Load(d, place), hn::Mul(weights, value)), d, place);
    }
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
