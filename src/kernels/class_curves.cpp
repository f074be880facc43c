// Dispatch of kernels/class_curves.hpp to the best instruction set of the machine.
#include "kernels/class_curves.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/class_curves.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "kernels/class_curves-inl.hpp"

#if HWY_ONCE
namespace calibrant::kernels {

HWY_EXPORT(read_class_curves_here);

void read_class_curves(const CellsByOdds& cells, const double* lines, const double* p,
                       std::size_t classes, double* out) {
  HWY_DYNAMIC_DISPATCH(read_class_curves_here)(cells, lines, p, classes, out);
}

}  // namespace calibrant::kernels
#endif
