#include "kernels/starts.hpp"

// clang-format off: foreach_target.h must come before highway.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/starts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/starts-inl.hpp"
// clang-format on

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(best_start);
HWY_EXPORT(highest_above_plane);

BestStart best_start(const StartSpan& starts, const BinEnd& end, const double* table) {
  return HWY_DYNAMIC_DISPATCH(best_start)(starts, end, table);
}

std::size_t highest_above_plane(std::size_t count, const double* x, const double* y,
                                const double* height, double alpha, double beta) {
  return HWY_DYNAMIC_DISPATCH(highest_above_plane)(count, x, y, height, alpha, beta);
}

}  // namespace calibrant::kernels
#endif  // HWY_ONCE
