// Body of chain.hpp, compiled once per instruction set.
#if defined(CALIBRANT_KERNELS_CHAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_CHAIN_INL
#undef CALIBRANT_KERNELS_CHAIN_INL
#else
#define CALIBRANT_KERNELS_CHAIN_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <utility>

#include "kernels/chain.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, kNodeMultiple>;
using V = hn::Vec<D>;

// A tile of nodes stays in the first-level cache while all steps of a block run over it.
inline constexpr std::size_t kTile = 256;

// Steps run four at a time, with their labels known at compile time, so that the choice between
// theta and 1 - theta costs nothing inside the loop.
inline constexpr std::size_t kMicro = 4;

template <std::size_t kSteps, std::uint32_t kLabels>
HWY_INLINE void apply_steps(const NodeSpan& nodes, std::size_t begin, std::size_t end,
                            double* HWY_RESTRICT state, const double* HWY_RESTRICT injection) {
  const D d;
  V inject[kSteps];
  for (std::size_t t = 0; t < kSteps; ++t) inject[t] = hn::Set(d, injection[t]);
  for (std::size_t j = begin; j < end; j += hn::Lanes(d)) {
    const V theta = hn::Load(d, nodes.theta + j);
    const V complement = hn::Load(d, nodes.complement + j);
    V y = hn::Load(d, state + j);
    for (std::size_t t = 0; t < kSteps; ++t) {
      y = hn::Mul(hn::Add(y, inject[t]), ((kLabels >> t) & 1U) != 0 ? theta : complement);
    }
    hn::Store(y, d, state + j);
  }
}

// product <- product * factors; sums[t] (one vector each) += the products on the way.
template <std::size_t kSteps, std::uint32_t kLabels>
HWY_INLINE void add_moments(const NodeSpan& nodes, std::size_t begin, std::size_t end,
                            double* HWY_RESTRICT product, double* HWY_RESTRICT sums) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V sum[kSteps];
  for (std::size_t t = 0; t < kSteps; ++t) sum[t] = hn::Load(d, sums + t * lanes);
  for (std::size_t j = begin; j < end; j += lanes) {
    const V theta = hn::Load(d, nodes.theta + j);
    const V complement = hn::Load(d, nodes.complement + j);
    V y = hn::Load(d, product + (j - begin));
    for (std::size_t t = 0; t < kSteps; ++t) {
      y = hn::Mul(y, ((kLabels >> t) & 1U) != 0 ? theta : complement);
      sum[t] = hn::Add(sum[t], y);
    }
    hn::Store(y, d, product + (j - begin));
  }
  for (std::size_t t = 0; t < kSteps; ++t) hn::Store(sum[t], d, sums + t * lanes);
}

using ApplySteps = void (*)(const NodeSpan&, std::size_t, std::size_t, double*, const double*);
using AddMoments = void (*)(const NodeSpan&, std::size_t, std::size_t, double*, double*);

template <std::size_t kSteps, std::size_t... kLabels>
constexpr std::array<ApplySteps, sizeof...(kLabels)> apply_table(std::index_sequence<kLabels...>) {
  return {&apply_steps<kSteps, kLabels>...};
}

template <std::size_t kSteps, std::size_t... kLabels>
constexpr std::array<AddMoments, sizeof...(kLabels)> moments_table(
    std::index_sequence<kLabels...>) {
  return {&add_moments<kSteps, kLabels>...};
}

inline constexpr auto kApplyMicro = apply_table<kMicro>(std::make_index_sequence<(1U << kMicro)>());
inline constexpr auto kApplyOne = apply_table<1>(std::make_index_sequence<2>());
inline constexpr auto kMomentsMicro =
    moments_table<kMicro>(std::make_index_sequence<(1U << kMicro)>());
inline constexpr auto kMomentsOne = moments_table<1>(std::make_index_sequence<2>());

// Calls whole(t, four labels) for each four steps of a block and single(t, label) for the rest.
template <class Whole, class Single>
HWY_INLINE void for_steps(const UnitBlock& block, const Whole& whole, const Single& single) {
  std::size_t t = 0;
  for (; t + kMicro <= block.length; t += kMicro) {
    whole(t, (block.labels >> t) & ((1U << kMicro) - 1U));
  }
  for (; t < block.length; ++t) single(t, (block.labels >> t) & 1U);
}

inline void advance(const NodeSpan& nodes, double* HWY_RESTRICT state, const UnitBlock& done,
                    double scale, double shift, const UnitBlock& next, double* moments) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V scales = hn::Set(d, scale);
  const V shifts = hn::Set(d, shift);
  HWY_ALIGN double product[kTile];
  HWY_ALIGN double sums[kBlockLength * kNodeMultiple] = {};
  for (std::size_t begin = 0; begin < nodes.count; begin += kTile) {
    const std::size_t end = std::min(begin + kTile, nodes.count);
    for_steps(
        done,
        [&](std::size_t t, std::uint32_t labels) {
          kApplyMicro[labels](nodes, begin, end, state, done.injection.data() + t);
        },
        [&](std::size_t t, std::uint32_t label) {
          kApplyOne[label](nodes, begin, end, state, done.injection.data() + t);
        });
    for (std::size_t j = begin; j < end; j += lanes) {
      const V y = hn::Add(hn::Mul(hn::Load(d, state + j), scales), shifts);
      hn::Store(y, d, state + j);
      hn::Store(hn::Mul(y, hn::Load(d, nodes.weight + j)), d, product + (j - begin));
    }
    for_steps(
        next,
        [&](std::size_t t, std::uint32_t labels) {
          kMomentsMicro[labels](nodes, begin, end, product, sums + t * lanes);
        },
        [&](std::size_t t, std::uint32_t label) {
          kMomentsOne[label](nodes, begin, end, product, sums + t * lanes);
        });
  }
  for (std::size_t t = 0; t < next.length; ++t) {
    moments[t] = hn::GetLane(hn::SumOfLanes(d, hn::Load(d, sums + t * lanes)));
  }
}

inline Sums advance_group(const NodeSpan& nodes, double* HWY_RESTRICT state, double scale,
                          double shift, double negatives, double positives, double log_peak) {
  const D d;
  const V scales = hn::Set(d, scale);
  const V shifts = hn::Set(d, shift);
  const V a = hn::Set(d, negatives);
  const V b = hn::Set(d, positives);
  const V peak = hn::Set(d, log_peak);
  const V lowest = hn::Set(d, -700.0);  // below: zero, not a denormal
  V total = hn::Zero(d);
  V theta_total = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V exponent = hn::Sub(hn::Add(hn::Mul(b, hn::Load(d, nodes.log_theta + j)),
                                       hn::Mul(a, hn::Load(d, nodes.log_complement + j))),
                               peak);
    const V likelihood =
        hn::IfThenElseZero(hn::Gt(exponent, lowest), hn::Exp(d, hn::Max(exponent, lowest)));
    const V y = hn::Mul(hn::Add(hn::Mul(hn::Load(d, state + j), scales), shifts), likelihood);
    hn::Store(y, d, state + j);
    const V weighted = hn::Mul(y, hn::Load(d, nodes.weight + j));
    total = hn::Add(total, weighted);
    theta_total = hn::Add(theta_total, hn::Mul(weighted, hn::Load(d, nodes.theta + j)));
  }
  return {hn::GetLane(hn::SumOfLanes(d, total)), hn::GetLane(hn::SumOfLanes(d, theta_total))};
}

inline double advance_light(const NodeSpan& nodes, double* HWY_RESTRICT state, double scale,
                            double shift, std::size_t negatives, std::size_t positives) {
  const D d;
  const V scales = hn::Set(d, scale);
  const V shifts = hn::Set(d, shift);
  V total = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    V y = hn::Add(hn::Mul(hn::Load(d, state + j), scales), shifts);
    const V theta = hn::Load(d, nodes.theta + j);
    const V complement = hn::Load(d, nodes.complement + j);
    for (std::size_t i = 0; i < positives; ++i) y = hn::Mul(y, theta);
    for (std::size_t i = 0; i < negatives; ++i) y = hn::Mul(y, complement);
    hn::Store(y, d, state + j);
    total = hn::Add(total, hn::Mul(y, hn::Load(d, nodes.weight + j)));
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

inline Sums weighted_sums(const NodeSpan& nodes, const double* state) {
  const D d;
  V total = hn::Zero(d);
  V theta_total = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V weighted = hn::Mul(hn::Load(d, state + j), hn::Load(d, nodes.weight + j));
    total = hn::Add(total, weighted);
    theta_total = hn::Add(theta_total, hn::Mul(weighted, hn::Load(d, nodes.theta + j)));
  }
  return {hn::GetLane(hn::SumOfLanes(d, total)), hn::GetLane(hn::SumOfLanes(d, theta_total))};
}

inline double multiply(const NodeSpan& nodes, const double* HWY_RESTRICT left,
                       const double* HWY_RESTRICT right, double scale, double shift,
                       double* HWY_RESTRICT product) {
  const D d;
  const V scales = hn::Set(d, scale);
  const V shifts = hn::Set(d, shift);
  V total = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V r = hn::Add(hn::Mul(hn::Load(d, right + j), scales), shifts);
    const V y = hn::Mul(hn::Load(d, left + j), r);
    hn::Store(y, d, product + j);
    total = hn::Add(total, hn::Mul(y, hn::Load(d, nodes.weight + j)));
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

inline void add_scaled(std::size_t count, const double* HWY_RESTRICT term, double factor,
                       double* HWY_RESTRICT sum) {
  const D d;
  const V factors = hn::Set(d, factor);
  for (std::size_t j = 0; j < count; j += hn::Lanes(d)) {
    const V y = hn::Add(hn::Load(d, sum + j), hn::Mul(hn::Load(d, term + j), factors));
    hn::Store(y, d, sum + j);
  }
}

inline void multiply_and_sum_chunks(std::size_t count, const double* HWY_RESTRICT factors,
                                    double* HWY_RESTRICT values, double* HWY_RESTRICT chunk_sums) {
  const D d;
  for (std::size_t begin = 0; begin < count; begin += kChunk) {
    const std::size_t end = std::min(begin + kChunk, count);
    V total = hn::Zero(d);
    for (std::size_t j = begin; j < end; j += hn::Lanes(d)) {
      const V y = hn::Mul(hn::Load(d, values + j), hn::Load(d, factors + j));
      hn::Store(y, d, values + j);
      total = hn::Add(total, y);
    }
    chunk_sums[begin / kChunk] = hn::GetLane(hn::SumOfLanes(d, total));
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
