#include "kernels/chain.hpp"

// clang-format off: foreach_target.h must come before highway.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/chain.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/chain-inl.hpp"
// clang-format on

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(advance);
HWY_EXPORT(advance_group);
HWY_EXPORT(weighted_sums);
HWY_EXPORT(advance_light);
HWY_EXPORT(multiply);
HWY_EXPORT(add_scaled);
HWY_EXPORT(multiply_and_sum_chunks);

void advance(const NodeSpan& nodes, double* state, const UnitBlock& done, double scale,
             double shift, const UnitBlock& next, double* moments) {
  HWY_DYNAMIC_DISPATCH(advance)(nodes, state, done, scale, shift, next, moments);
}

Sums advance_group(const NodeSpan& nodes, double* state, double scale, double shift,
                   double negatives, double positives, double log_peak) {
  return HWY_DYNAMIC_DISPATCH(advance_group)(nodes, state, scale, shift, negatives, positives,
                                             log_peak);
}

Sums weighted_sums(const NodeSpan& nodes, const double* state) {
  return HWY_DYNAMIC_DISPATCH(weighted_sums)(nodes, state);
}

double advance_light(const NodeSpan& nodes, double* state, double scale, double shift,
                     std::size_t negatives, std::size_t positives) {
  return HWY_DYNAMIC_DISPATCH(advance_light)(nodes, state, scale, shift, negatives, positives);
}

double multiply(const NodeSpan& nodes, const double* left, const double* right, double scale,
                double shift, double* product) {
  return HWY_DYNAMIC_DISPATCH(multiply)(nodes, left, right, scale, shift, product);
}

void add_scaled(std::size_t count, const double* term, double factor, double* sum) {
  HWY_DYNAMIC_DISPATCH(add_scaled)(count, term, factor, sum);
}

void multiply_and_sum_chunks(std::size_t count, const double* factors, double* values,
                             double* chunk_sums) {
  HWY_DYNAMIC_DISPATCH(multiply_and_sum_chunks)(count, factors, values, chunk_sums);
}

}  // namespace calibrant::kernels
#endif  // HWY_ONCE
