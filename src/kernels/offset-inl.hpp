// Body of offset.hpp, compiled once per instruction set.
#if defined(CALIBRANT_KERNELS_OFFSET_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_OFFSET_INL
#undef CALIBRANT_KERNELS_OFFSET_INL
#else
#define CALIBRANT_KERNELS_OFFSET_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

#include "kernels/chain.hpp"
#include "kernels/offset.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, kNodeMultiple>;
using V = hn::Vec<D>;

inline constexpr double kMostOdds = 1e6;

// result * base^exponent, by squaring.
HWY_INLINE V times_power(V result, V base, std::uint32_t exponent) {
  while (exponent != 0) {
    if ((exponent & 1U) != 0) result = hn::Mul(result, base);
    exponent >>= 1U;
    if (exponent != 0) base = hn::Mul(base, base);
  }
  return result;
}

inline void likelihood_by_powers(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  const D d;
  const auto a = static_cast<std::uint32_t>(group.negatives);
  const auto b = static_cast<std::uint32_t>(group.positives);
  const V odds = hn::Set(d, std::exp(group.log_odds));
  const V one = hn::Set(d, 1.0);
  const V scale = hn::Set(d, std::exp(-group.log_peak));
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V u = hn::Mul(odds, hn::Load(d, nodes.exp_delta + j));
    const V complement = hn::Div(one, hn::Add(one, u));
    const V y = times_power(times_power(scale, complement, a), hn::Mul(u, complement), b);
    hn::Store(y, d, out + j);
  }
}

// log(1 + u) and not log1p: what it lacks is at most 1e-16 times the weight.
inline void likelihood_by_odds(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  const D d;
  const V z = hn::Set(d, group.log_odds);
  const V odds = hn::Set(d, std::exp(group.log_odds));
  const V one = hn::Set(d, 1.0);
  const V weight = hn::Set(d, group.negatives + group.positives);
  const V b = hn::Set(d, group.positives);
  const V peak = hn::Set(d, group.log_peak);
  const V lowest = hn::Set(d, -700.0);  // below: zero, not a denormal
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V x = hn::Add(z, hn::Load(d, nodes.delta + j));
    const V u = hn::Mul(odds, hn::Load(d, nodes.exp_delta + j));
    const V softplus = hn::Log(d, hn::Add(one, u));
    const V exponent = hn::Sub(hn::Sub(hn::Mul(b, x), hn::Mul(weight, softplus)), peak);
    const V y = hn::IfThenElseZero(hn::Gt(exponent, lowest), hn::Exp(d, hn::Max(exponent, lowest)));
    hn::Store(y, d, out + j);
  }
}

inline void likelihood_by_logs(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  const D d;
  const V z = hn::Set(d, group.log_odds);
  const V weight = hn::Set(d, group.negatives + group.positives);
  const V b = hn::Set(d, group.positives);
  const V peak = hn::Set(d, group.log_peak);
  const V lowest = hn::Set(d, -700.0);  // below: zero, not a denormal
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V x = hn::Add(z, hn::Load(d, nodes.delta + j));
    const V softplus =
        hn::Add(hn::Max(x, hn::Zero(d)), hn::Log1p(d, hn::Exp(d, hn::Neg(hn::Abs(x)))));
    const V exponent = hn::Sub(hn::Sub(hn::Mul(b, x), hn::Mul(weight, softplus)), peak);
    const V y = hn::IfThenElseZero(hn::Gt(exponent, lowest), hn::Exp(d, hn::Max(exponent, lowest)));
    hn::Store(y, d, out + j);
  }
}

inline void offset_likelihood(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  const bool whole = group.negatives == std::floor(group.negatives) &&
                     group.positives == std::floor(group.positives);
  // exp(-log_peak) must be a double.
  if (whole && group.negatives + group.positives <= kMostPowers && group.log_peak > -600) {
    likelihood_by_powers(nodes, group, out);
  } else if (group.negatives + group.positives <= kMostOdds) {
    likelihood_by_odds(nodes, group, out);
  } else {
    likelihood_by_logs(nodes, group, out);
  }
}

inline void offset_probabilities(const OffsetSpan& nodes, double log_odds, double* out) {
  const D d;
  const V odds = hn::Set(d, std::exp(log_odds));
  const V one = hn::Set(d, 1.0);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V u = hn::Mul(odds, hn::Load(d, nodes.exp_delta + j));
    hn::Store(hn::Div(u, hn::Add(one, u)), d, out + j);
  }
}

inline double advance_by(const OffsetSpan& nodes, const double* from, double scale, double shift,
                         const double* likelihood, double* to) {
  const D d;
  const V scales = hn::Set(d, scale);
  const V shifts = hn::Set(d, shift);
  V total = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V before = hn::Add(hn::Mul(hn::Load(d, from + j), scales), shifts);
    const V y = hn::Mul(before, hn::Load(d, likelihood + j));
    hn::Store(y, d, to + j);
    total = hn::Add(total, hn::Mul(y, hn::Load(d, nodes.weight + j)));
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

inline OffsetSums sums_of_product(const OffsetSpan& nodes, const OffsetProduct& product,
                                  const double* rates) {
  const D d;
  const V scales = hn::Set(d, product.scale);
  const V shifts = hn::Set(d, product.shift);
  V total = hn::Zero(d);
  V rated = hn::Zero(d);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V right = hn::Add(hn::Mul(hn::Load(d, product.right + j), scales), shifts);
    const V density = hn::Mul(hn::Load(d, product.left + j), right);
    const V mass = hn::Mul(density, hn::Load(d, nodes.weight + j));
    total = hn::Add(total, mass);
    rated = hn::Add(rated, hn::Mul(mass, hn::Load(d, rates + j)));
  }
  return {hn::GetLane(hn::SumOfLanes(d, total)), hn::GetLane(hn::SumOfLanes(d, rated))};
}

inline void raise_to(const OffsetSpan& nodes, const OffsetProduct& product, double factor,
                     double* most) {
  const D d;
  const V scales = hn::Set(d, product.scale * factor);
  const V shifts = hn::Set(d, product.shift * factor);
  for (std::size_t j = 0; j < nodes.count; j += hn::Lanes(d)) {
    const V right = hn::Add(hn::Mul(hn::Load(d, product.right + j), scales), shifts);
    const V density = hn::Mul(hn::Load(d, product.left + j), right);
    const V mass = hn::Mul(density, hn::Load(d, nodes.weight + j));
    hn::Store(hn::Max(hn::Load(d, most + j), mass), d, most + j);
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
