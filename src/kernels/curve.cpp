// Run-time dispatch of the curve kernels: each is compiled for every target, the best one is
// called.
#include "kernels/curve.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/curve.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/curve-inl.hpp"

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(grid_any);
HWY_EXPORT(steps_any);
HWY_EXPORT(segments_any);
HWY_EXPORT(target_name_here);

void read_grid(const CellMap& map, std::span<const double> scores, Channels channels) {
  HWY_DYNAMIC_DISPATCH(grid_any)(map, scores, channels);
}

void read_steps(const Search& search, std::span<const double> scores, Channels channels) {
  HWY_DYNAMIC_DISPATCH(steps_any)(search, scores, channels);
}

void read_segments(const Search& search, bool wide, std::span<const double> scores,
                   Channels channels) {
  HWY_DYNAMIC_DISPATCH(segments_any)(search, wide, scores, channels);
}

const char* target_name() { return HWY_DYNAMIC_DISPATCH(target_name_here)(); }

}  // namespace calibrant::kernels
#endif
