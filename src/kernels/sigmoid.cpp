// Run-time dispatch of the sigmoid kernel: compiled for every target, the best one is called.
#include "kernels/sigmoid.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sigmoid.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/sigmoid-inl.hpp"

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(sigmoid_any);

void read_sigmoid(const SigmoidView& sigmoid, std::span<const double> scores, double* out) {
  HWY_DYNAMIC_DISPATCH(sigmoid_any)(sigmoid, scores, out);
}

}  // namespace calibrant::kernels
#endif
