// The portable body of kernels/log_loss.hpp; compiled once for every instruction set.
#if defined(CALIBRANT_KERNELS_LOG_LOSS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_LOG_LOSS_INL
#undef CALIBRANT_KERNELS_LOG_LOSS_INL
#else
#define CALIBRANT_KERNELS_LOG_LOSS_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "kernels/log_loss.hpp"
#include "support/compensated_sum.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::metrics::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vec = hn::Vec<Doubles>;

constexpr std::size_t kBlock = 1024;

// Calls add(i, a, b, c) with vectors of the three inputs from place i on, and flush() behind every
// block. The rest that fills no vector is filled up with zeros: a group of weight 0 adds nothing.
template <class Add, class Flush>
HWY_INLINE void for_blocks(std::span<const double> first, std::span<const double> negatives,
                           std::span<const double> positives, const Add& add, const Flush& flush) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t n = first.size();
  const std::size_t whole = n - n % lanes;
  for (std::size_t begin = 0; begin < whole; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, whole);
    for (std::size_t i = begin; i < end; i += lanes) {
      add(i, hn::LoadU(d, first.data() + i), hn::LoadU(d, negatives.data() + i),
          hn::LoadU(d, positives.data() + i));
    }
    flush();
  }
  if (whole == n) return;
  HWY_ALIGN std::array<double, hn::MaxLanes(Doubles())> x = {};
  HWY_ALIGN std::array<double, hn::MaxLanes(Doubles())> a = {};
  HWY_ALIGN std::array<double, hn::MaxLanes(Doubles())> b = {};
  std::copy_n(first.data() + whole, n - whole, x.data());
  std::copy_n(negatives.data() + whole, n - whole, a.data());
  std::copy_n(positives.data() + whole, n - whole, b.data());
  add(whole, hn::Load(d, x.data()), hn::Load(d, a.data()), hn::Load(d, b.data()));
  flush();
}

inline double log_loss_sum_here(std::span<const double> probabilities,
                                std::span<const double> negatives,
                                std::span<const double> positives, std::span<double> logits) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  Vec block = hn::Zero(d);
  CompensatedSum total;
  const auto add = [&](std::size_t i, Vec p, Vec a, Vec b) HWY_ATTR {
    p = hn::Min(hn::Max(p, hn::Set(d, kClip)), hn::Set(d, 1 - kClip));
    const Vec log_positive = hn::Log(d, p);
    const Vec log_negative = hn::Log1p(d, hn::Neg(p));
    block = hn::Sub(block, hn::Add(hn::Mul(a, log_negative), hn::Mul(b, log_positive)));
    if (logits.empty()) return;
    const Vec logit = hn::Sub(log_positive, log_negative);
    if (i + lanes <= logits.size()) {
      hn::StoreU(logit, d, logits.data() + i);
    } else {
      HWY_ALIGN std::array<double, hn::MaxLanes(Doubles())> rest = {};
      hn::Store(logit, d, rest.data());
      std::copy_n(rest.data(), logits.size() - i, logits.data() + i);
    }
  };
  const auto flush = [&]() HWY_ATTR {
    total.add(hn::GetLane(hn::SumOfLanes(d, block)));
    block = hn::Zero(d);
  };
  for_blocks(probabilities, negatives, positives, add, flush);
  return total.value();
}

}  // namespace calibrant::metrics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CALIBRANT_KERNELS_LOG_LOSS_INL
