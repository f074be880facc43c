// Body of starts.hpp, compiled once per instruction set.
#if defined(CALIBRANT_KERNELS_STARTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_STARTS_INL
#undef CALIBRANT_KERNELS_STARTS_INL
#else
#define CALIBRANT_KERNELS_STARTS_INL
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "kernels/starts.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<DI>;

inline constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

// The largest value and its first index, a vector at a time. `value(i)` gives the values of items
// i, i + 1, ... in the lanes. The last vector overlaps the one before: an item seen twice is equal
// to itself, and never replaces it.
template <class Value, class ScalarValue>
HWY_INLINE BestStart argmax(std::size_t count, const Value& value, const ScalarValue& scalar) {
  const D d;
  const DI di;
  const std::size_t lanes = hn::Lanes(d);
  if (count < lanes) {
    BestStart best = {kMinusInfinity, 0};
    for (std::size_t i = 0; i < count; ++i) {
      const double x = scalar(i);
      if (x > best.log_value) best = {x, i};
    }
    return best;
  }
  V best = hn::Set(d, kMinusInfinity);
  VI index = hn::Zero(di);
  const VI lane = hn::Iota(di, 0);
  const auto take = [&](std::size_t i) HWY_ATTR {
    const V x = value(i);
    const auto larger = hn::Gt(x, best);
    best = hn::IfThenElse(larger, x, best);
    const VI here = hn::Add(lane, hn::Set(di, static_cast<std::int64_t>(i)));
    index = hn::IfThenElse(hn::RebindMask(di, larger), here, index);
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) take(i);
  if (i < count) take(count - lanes);

  HWY_ALIGN double values[8];
  HWY_ALIGN std::int64_t indices[8];
  hn::Store(best, d, values);
  hn::Store(index, di, indices);
  BestStart result = {values[0], static_cast<std::size_t>(indices[0])};
  for (std::size_t k = 1; k < lanes; ++k) {
    const auto at = static_cast<std::size_t>(indices[k]);
    if (values[k] > result.log_value || (values[k] == result.log_value && at < result.index)) {
      result = {values[k], at};
    }
  }
  return result;
}

// Whole numbers below 2^52 as integers: their bits after adding 2^52.
HWY_INLINE VI to_index(V x) {
  const DI di;
  const V magic = hn::Set(D(), 0x1p52);
  return hn::Xor(hn::BitCast(di, hn::Add(x, magic)), hn::BitCast(di, magic));
}

inline BestStart best_start(const StartSpan& starts, const BinEnd& end, const double* table) {
  const D d;
  const V end_negatives = hn::Set(d, end.negatives);
  const V end_positives = hn::Set(d, end.positives);
  const V end_position = hn::Set(d, end.position);
  const auto value = [&](std::size_t i) HWY_ATTR {
    const VI a = to_index(hn::Sub(end_negatives, hn::LoadU(d, starts.negatives + i)));
    const VI b = to_index(hn::Sub(end_positives, hn::LoadU(d, starts.positives + i)));
    const V log_likelihood =
        hn::Sub(hn::Add(hn::GatherIndex(d, table, a), hn::GatherIndex(d, table, b)),
                hn::GatherIndex(d, table + 1, hn::Add(a, b)));
    const V inside = hn::Sub(end_position, hn::LoadU(d, starts.position + i));
    return hn::Add(hn::Sub(hn::LoadU(d, starts.log_value + i), inside), log_likelihood);
  };
  const auto scalar = [&](std::size_t i) {
    const auto a = static_cast<std::int64_t>(end.negatives - starts.negatives[i]);
    const auto b = static_cast<std::int64_t>(end.positives - starts.positives[i]);
    return (starts.log_value[i] - (end.position - starts.position[i])) +
           ((table[a] + table[b]) - table[a + b + 1]);
  };
  return argmax(starts.count, value, scalar);
}

inline std::size_t highest_above_plane(std::size_t count, const double* x, const double* y,
                                       const double* height, double alpha, double beta) {
  const D d;
  const V slope_x = hn::Set(d, alpha);
  const V slope_y = hn::Set(d, beta);
  const auto value = [&](std::size_t i) HWY_ATTR {
    const V partial = hn::NegMulAdd(slope_x, hn::LoadU(d, x + i), hn::LoadU(d, height + i));
    return hn::NegMulAdd(slope_y, hn::LoadU(d, y + i), partial);
  };
  const auto scalar = [&](std::size_t i) { return height[i] - (alpha * x[i] + beta * y[i]); };
  return argmax(count, value, scalar).index;
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
