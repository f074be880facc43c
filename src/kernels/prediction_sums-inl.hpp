// The portable body of kernels/prediction_sums.hpp; compiled once for every instruction set.
#if defined(CALIBRANT_KERNELS_PREDICTION_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_PREDICTION_SUMS_INL
#undef CALIBRANT_KERNELS_PREDICTION_SUMS_INL
#else
#define CALIBRANT_KERNELS_PREDICTION_SUMS_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "kernels/prediction_sums.hpp"
#include "math/compensated_sum.hpp"

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

inline void log_losses_here(std::span<const double> probabilities, std::span<double> negative,
                            std::span<double> positive) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  // Room for whole vectors: the same instructions for every row, wherever it stands.
  HWY_ALIGN std::array<double, kLogBlock + hn::MaxLanes(Doubles())> p = {};
  HWY_ALIGN std::array<double, kLogBlock + hn::MaxLanes(Doubles())> q;
  std::ranges::copy(probabilities, p.begin());
  for (std::size_t i = 0; i < probabilities.size(); i += lanes) {
    const Vec clipped =
        hn::Min(hn::Max(hn::Load(d, p.data() + i), hn::Set(d, kClip)), hn::Set(d, 1 - kClip));
    hn::Store(hn::Neg(hn::Log(d, clipped)), d, p.data() + i);
    hn::Store(hn::Neg(hn::Log1p(d, hn::Neg(clipped))), d, q.data() + i);
  }
  std::copy_n(p.begin(), positive.size(), positive.begin());
  std::copy_n(q.begin(), negative.size(), negative.begin());
}

inline MomentSums moment_sums_here(std::span<const double> probabilities,
                                   std::span<const double> negatives,
                                   std::span<const double> positives) {
  const Doubles d;
  const Vec one = hn::Set(d, 1.0);
  const Vec zero = hn::Zero(d);
  Vec expected = zero;
  Vec squares = zero;
  Vec excess = zero;
  Vec excess_x = zero;
  Vec variance = zero;
  Vec variance_x = zero;
  Vec variance_xx = zero;
  std::array<CompensatedSum, 7> totals;
  const auto add = [&](std::size_t, Vec p, Vec a, Vec b) HWY_ATTR {
    const Vec n = hn::Add(a, b);
    const Vec rest = hn::Sub(one, p);
    const Vec x = hn::Sub(rest, p);
    const Vec e = hn::Sub(hn::Mul(b, rest), hn::Mul(a, p));
    const Vec h = hn::Mul(n, hn::Mul(p, rest));
    const Vec hx = hn::Mul(h, x);
    expected = hn::Add(expected, hn::Mul(n, p));
    squares = hn::Add(squares, hn::Add(hn::Mul(a, hn::Mul(p, p)), hn::Mul(b, hn::Mul(rest, rest))));
    excess = hn::Add(excess, e);
    excess_x = hn::Add(excess_x, hn::Mul(e, x));
    variance = hn::Add(variance, h);
    variance_x = hn::Add(variance_x, hx);
    variance_xx = hn::Add(variance_xx, hn::Mul(hx, x));
  };
  const auto flush = [&]() HWY_ATTR {
    std::size_t i = 0;
    for (Vec* sum :
         {&expected, &squares, &excess, &excess_x, &variance, &variance_x, &variance_xx}) {
      totals[i++].add(hn::GetLane(hn::SumOfLanes(d, *sum)));
      *sum = zero;
    }
  };
  for_blocks(probabilities, negatives, positives, add, flush);
  return {.expected = totals[0].value(),
          .squares = totals[1].value(),
          .excess = totals[2].value(),
          .excess_x = totals[3].value(),
          .variance = totals[4].value(),
          .variance_x = totals[5].value(),
          .variance_xx = totals[6].value()};
}

inline BinSums bin_sums_here(std::span<const double> probabilities,
                             std::span<const double> negatives, std::span<const double> positives) {
  const Doubles d;
  Vec weight = hn::Zero(d);
  Vec positive = hn::Zero(d);
  Vec expected = hn::Zero(d);
  std::array<CompensatedSum, 3> totals;
  const auto add = [&](std::size_t, Vec p, Vec a, Vec b) HWY_ATTR {
    const Vec n = hn::Add(a, b);
    weight = hn::Add(weight, n);
    positive = hn::Add(positive, b);
    expected = hn::Add(expected, hn::Mul(n, p));
  };
  const auto flush = [&]() HWY_ATTR {
    std::size_t i = 0;
    for (Vec* sum : {&weight, &positive, &expected}) {
      totals[i++].add(hn::GetLane(hn::SumOfLanes(d, *sum)));
      *sum = hn::Zero(d);
    }
  };
  for_blocks(probabilities, negatives, positives, add, flush);
  return {
      .weight = totals[0].value(), .positives = totals[1].value(), .expected = totals[2].value()};
}

inline NewtonSums newton_sums_here(std::span<const double> x, std::span<const double> negatives,
                                   std::span<const double> positives, const LogitLine& line) {
  const Doubles d;
  const Vec one = hn::Set(d, 1.0);
  Vec gradient = hn::Zero(d);
  Vec gradient_x = hn::Zero(d);
  Vec curvature = hn::Zero(d);
  Vec curvature_x = hn::Zero(d);
  Vec curvature_xx = hn::Zero(d);
  std::array<CompensatedSum, 5> totals;
  const auto add = [&](std::size_t, Vec value, Vec a, Vec b) HWY_ATTR {
    const Vec offset = hn::Sub(value, hn::Set(d, line.centre));
    const Vec z = hn::MulAdd(hn::Set(d, line.beta), offset, hn::Set(d, line.alpha));
    // With e = exp(-|z|) in (0, 1] nothing overflows, and the smaller of s and 1 - s is exact.
    const Vec e = hn::Exp(d, hn::Neg(hn::Abs(z)));
    const Vec larger = hn::Div(one, hn::Add(one, e));
    const Vec smaller = hn::Mul(e, larger);
    const auto low = hn::Lt(z, hn::Zero(d));
    const Vec s = hn::IfThenElse(low, smaller, larger);
    const Vec rest = hn::IfThenElse(low, larger, smaller);
    const Vec g = hn::Sub(hn::Mul(b, rest), hn::Mul(a, s));
    const Vec c = hn::Mul(hn::Add(a, b), hn::Mul(larger, smaller));
    const Vec cx = hn::Mul(c, offset);
    gradient = hn::Add(gradient, g);
    gradient_x = hn::MulAdd(g, offset, gradient_x);
    curvature = hn::Add(curvature, c);
    curvature_x = hn::Add(curvature_x, cx);
    curvature_xx = hn::MulAdd(cx, offset, curvature_xx);
  };
  const auto flush = [&]() HWY_ATTR {
    std::size_t i = 0;
    for (Vec* sum : {&gradient, &gradient_x, &curvature, &curvature_x, &curvature_xx}) {
      totals[i++].add(hn::GetLane(hn::SumOfLanes(d, *sum)));
      *sum = hn::Zero(d);
    }
  };
  for_blocks(x, negatives, positives, add, flush);
  return {.gradient = totals[0].value(),
          .gradient_x = totals[1].value(),
          .curvature = totals[2].value(),
          .curvature_x = totals[3].value(),
          .curvature_xx = totals[4].value()};
}

}  // namespace calibrant::metrics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CALIBRANT_KERNELS_PREDICTION_SUMS_INL
