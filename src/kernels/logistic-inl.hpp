// The portable body of kernels/logistic.hpp; compiled once for every instruction set.
#if defined(CALIBRANT_KERNELS_LOGISTIC_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_LOGISTIC_INL
#undef CALIBRANT_KERNELS_LOGISTIC_INL
#else
#define CALIBRANT_KERNELS_LOGISTIC_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "kernels/logistic.hpp"
#include "math/compensated_sum.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vec = hn::Vec<Doubles>;

constexpr std::size_t kBlock = 1024;

// Sums of one block, one vector each. A group of weight 0 adds nothing.
template <bool kTwo>
class BlockSums {
 public:
  explicit HWY_INLINE BlockSums(const Coefficients& c)
      : c0_(hn::Set(d_, c[0])), c1_(hn::Set(d_, c[1])), c2_(hn::Set(d_, c[2])) {
    clear();
  }

  HWY_INLINE void clear() {
    for (Vec& sum : sums_) sum = hn::Zero(d_);
  }

  HWY_INLINE void add(Vec w, Vec x, Vec y) {
    Vec z = hn::MulAdd(c1_, x, c0_);
    if constexpr (kTwo) z = hn::MulAdd(c2_, y, z);
    // With e = exp(-|z|) in (0, 1] nothing overflows and no digits of the smaller side are lost.
    const Vec e = hn::Exp(d_, hn::Neg(hn::Abs(z)));
    const Vec larger = hn::Div(hn::Set(d_, 1.0), hn::Add(hn::Set(d_, 1.0), e));
    const Vec smaller = hn::Mul(e, larger);
    const Vec p = hn::IfThenElse(hn::Lt(z, hn::Zero(d_)), smaller, larger);
    const Vec softplus = hn::Add(hn::Max(z, hn::Zero(d_)), hn::Log1p(d_, e));
    const Vec wp = hn::Mul(w, p);
    const Vec h = hn::Mul(w, hn::Mul(larger, smaller));
    const Vec hx = hn::Mul(h, x);
    sums_[0] = hn::MulAdd(w, softplus, sums_[0]);
    sums_[1] = hn::Add(sums_[1], wp);
    sums_[2] = hn::MulAdd(wp, x, sums_[2]);
    sums_[4] = hn::Add(sums_[4], h);
    sums_[5] = hn::Add(sums_[5], hx);
    sums_[6] = hn::MulAdd(hx, x, sums_[6]);
    if constexpr (kTwo) {
      const Vec hy = hn::Mul(h, y);
      sums_[3] = hn::MulAdd(wp, y, sums_[3]);
      sums_[7] = hn::Add(sums_[7], hy);
      sums_[8] = hn::MulAdd(hy, x, sums_[8]);
      sums_[9] = hn::MulAdd(hy, y, sums_[9]);
    }
  }

  HWY_INLINE void flush(std::array<CompensatedSum, 10>& totals) {
    for (std::size_t i = 0; i < totals.size(); ++i) {
      totals[i].add(hn::GetLane(hn::SumOfLanes(d_, sums_[i])));
    }
    clear();
  }

 private:
  Doubles d_;
  Vec c0_, c1_, c2_;
  Vec sums_[10];  // softplus, fitted 0..2, curvature 00 01 11 02 12 22
};

template <bool kTwo>
void logistic_sums_of(std::span<const double> weights, std::span<const double> first,
                      std::span<const double> second, const Coefficients& coefficients,
                      std::array<CompensatedSum, 10>& totals) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t n = weights.size();
  const std::size_t whole = n - n % lanes;
  const double* second_data = kTwo ? second.data() : first.data();
  BlockSums<kTwo> sums(coefficients);
  for (std::size_t begin = 0; begin < whole; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, whole);
    for (std::size_t i = begin; i < end; i += lanes) {
      sums.add(hn::LoadU(d, weights.data() + i), hn::LoadU(d, first.data() + i),
               hn::LoadU(d, second_data + i));
    }
    sums.flush(totals);
  }
  if (whole < n) {
    // The rest, filled up with weights of 0.
    std::array<double, hn::MaxLanes(Doubles())> w = {};
    std::array<double, hn::MaxLanes(Doubles())> x = {};
    std::array<double, hn::MaxLanes(Doubles())> y = {};
    std::copy_n(weights.data() + whole, n - whole, w.data());
    std::copy_n(first.data() + whole, n - whole, x.data());
    std::copy_n(second_data + whole, n - whole, y.data());
    sums.add(hn::LoadU(d, w.data()), hn::LoadU(d, x.data()), hn::LoadU(d, y.data()));
    sums.flush(totals);
  }
}

inline LogisticSums logistic_sums_here(std::span<const double> weights,
                                       std::span<const double> first,
                                       std::span<const double> second,
                                       const Coefficients& coefficients) {
  std::array<CompensatedSum, 10> t = {};
  if (second.empty()) {
    logistic_sums_of<false>(weights, first, second, coefficients, t);
  } else {
    logistic_sums_of<true>(weights, first, second, coefficients, t);
  }
  return {t[0].value(),
          {t[1].value(), t[2].value(), t[3].value()},
          {t[4].value(), t[5].value(), t[6].value(), t[7].value(), t[8].value(), t[9].value()}};
}

inline void log_features_here(std::span<const double> probabilities, std::span<double> log_score,
                              std::span<double> minus_log_complement, const ScoreClip& clip) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const Vec low = hn::Set(d, clip.low);
  const Vec high = hn::Set(d, clip.high);
  const auto compute = [&](const double* from, double* log_to, double* complement_to) HWY_ATTR {
    const Vec p = hn::Min(hn::Max(hn::LoadU(d, from), low), high);
    hn::StoreU(hn::Log(d, p), d, log_to);
    hn::StoreU(hn::Neg(hn::Log1p(d, hn::Neg(p))), d, complement_to);
  };
  const std::size_t n = probabilities.size();
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    compute(probabilities.data() + i, log_score.data() + i, minus_log_complement.data() + i);
  }
  if (i < n) {
    std::array<double, hn::MaxLanes(Doubles())> from = {};
    std::array<double, hn::MaxLanes(Doubles())> log_to = {};
    std::array<double, hn::MaxLanes(Doubles())> complement_to = {};
    std::copy_n(probabilities.data() + i, n - i, from.data());
    compute(from.data(), log_to.data(), complement_to.data());
    std::copy_n(log_to.data(), n - i, log_score.data() + i);
    std::copy_n(complement_to.data(), n - i, minus_log_complement.data() + i);
  }
}

}  // namespace calibrant::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CALIBRANT_KERNELS_LOGISTIC_INL
