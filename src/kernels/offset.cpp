#include "kernels/offset.hpp"

// clang-format off: foreach_target.h must come before highway.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/offset.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/offset-inl.hpp"
// clang-format on

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(offset_likelihood);
HWY_EXPORT(offset_probabilities);
HWY_EXPORT(advance_by);
HWY_EXPORT(weighted_product);

void offset_likelihood(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  HWY_DYNAMIC_DISPATCH(offset_likelihood)(nodes, group, out);
}

void offset_probabilities(const OffsetSpan& nodes, double log_odds, double* out) {
  HWY_DYNAMIC_DISPATCH(offset_probabilities)(nodes, log_odds, out);
}

double advance_by(const OffsetSpan& nodes, double* state, double scale, double shift,
                  const double* likelihood) {
  return HWY_DYNAMIC_DISPATCH(advance_by)(nodes, state, scale, shift, likelihood);
}

double weighted_product(const OffsetSpan& nodes, const double* left, const double* right) {
  return HWY_DYNAMIC_DISPATCH(weighted_product)(nodes, left, right);
}

}  // namespace calibrant::kernels
#endif  // HWY_ONCE
