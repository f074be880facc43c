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
HWY_EXPORT(sums_of_product);
HWY_EXPORT(raise_to);

void offset_likelihood(const OffsetSpan& nodes, const OffsetGroup& group, double* out) {
  HWY_DYNAMIC_DISPATCH(offset_likelihood)(nodes, group, out);
}

void offset_probabilities(const OffsetSpan& nodes, double log_odds, double* out) {
  HWY_DYNAMIC_DISPATCH(offset_probabilities)(nodes, log_odds, out);
}

double advance_by(const OffsetSpan& nodes, const double* from, double scale, double shift,
                  const double* likelihood, double* to) {
  return HWY_DYNAMIC_DISPATCH(advance_by)(nodes, from, scale, shift, likelihood, to);
}

OffsetSums sums_of_product(const OffsetSpan& nodes, const OffsetProduct& product,
                           const double* rates) {
  return HWY_DYNAMIC_DISPATCH(sums_of_product)(nodes, product, rates);
}

void raise_to(const OffsetSpan& nodes, const OffsetProduct& product, double factor, double* most) {
  HWY_DYNAMIC_DISPATCH(raise_to)(nodes, product, factor, most);
}

}  // namespace calibrant::kernels
#endif  // HWY_ONCE
