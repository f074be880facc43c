// The sigmoid kernel, written once for vectors of any length. It mirrors, operation by operation,
// the function of the same name in kernels/sigmoid_scalar.hpp; there the comments stand.
//
// Included once per target by sigmoid.cpp.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_SIGMOID_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_SIGMOID_INL
#undef CALIBRANT_KERNELS_SIGMOID_INL
#else
#define CALIBRANT_KERNELS_SIGMOID_INL
#endif

#include "kernels/exp_log-inl.hpp"
#include "kernels/sigmoid.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

template <SigmoidInput kInput>
void sigmoid(const SigmoidView& view, std::span<const double> scores, double* out) {
  const Doubles d;
  constexpr bool kPlain = kInput == SigmoidInput::kScore;
  const V low = hn::Set(d, kPlain ? -kLargest : kScoreClip);
  const V high = hn::Set(d, kPlain ? kLargest : 1 - kScoreClip);
  const V intercept = hn::Set(d, view.intercept);
  const V slope = hn::Set(d, view.slope);
  const V slope_complement = hn::Set(d, view.slope_complement);
  for_vectors(scores, out, [&](V x) HWY_ATTR {
    const V s = clamp_scores(x, low, high);
    V z;
    if constexpr (kInput == SigmoidInput::kScore) {
      z = hn::Add(intercept, hn::Mul(slope, s));
    } else if constexpr (kInput == SigmoidInput::kLogit) {
      z = hn::Add(intercept, hn::Mul(slope, hn::Sub(log_unit(s), log_complement(s))));
    } else {
      z = hn::Sub(hn::Add(intercept, hn::Mul(slope, log_unit(s))),
                  hn::Mul(slope_complement, log_complement(s)));
    }
    const V one = hn::Set(Doubles(), 1.0);
    const auto negative = hn::Lt(z, hn::Zero(Doubles()));
    const V y = exp_negative(hn::IfThenElse(negative, z, hn::Neg(z)));
    return hn::Div(hn::IfThenElse(negative, y, one), hn::Add(one, y));
  });
}

void sigmoid_any(const SigmoidView& view, std::span<const double> scores, double* out) {
  switch (view.input) {
    case SigmoidInput::kScore:
      return sigmoid<SigmoidInput::kScore>(view, scores, out);
    case SigmoidInput::kLogit:
      return sigmoid<SigmoidInput::kLogit>(view, scores, out);
    case SigmoidInput::kLogs:
      return sigmoid<SigmoidInput::kLogs>(view, scores, out);
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
