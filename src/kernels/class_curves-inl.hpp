// The portable body of kernels/class_curves.hpp; compiled once for every instruction set.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_CLASS_CURVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_CLASS_CURVES_INL
#undef CALIBRANT_KERNELS_CLASS_CURVES_INL
#else
#define CALIBRANT_KERNELS_CLASS_CURVES_INL
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/class_curves.hpp"
#include "kernels/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

inline void read_class_curves_here(const CellsByOdds& cells, const double* lines, const double* p,
                                   std::size_t classes, double* out) {
  const Doubles d;
  const Integers di;
  const V one = hn::Set(d, 1.0);
  const V least = hn::Set(d, cells.least);
  const Index base = hn::Set(di, cells.base);
  const Index upper = hn::Set(di, cells.cells);
  std::array<std::int64_t, kRowBlock> places;
  std::array<double, 2 * kRowBlock> found;
  for (std::size_t k = 0; k < classes; ++k, p += kRowBlock, out += kRowBlock) {
    const double* own = lines + 2 * static_cast<std::int64_t>(k) * cells.sides();
    for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
      const V x = hn::Load(d, p + i);
      const V rest = hn::Sub(one, x);
      const auto high = hn::RebindMask(di, hn::Gt(x, rest));
      const V m = hn::Max(hn::Min(x, rest), least);
      const auto bits = hn::ShiftRightSame(hn::BitCast(Bits(), m), cells.shift);
      const Index first = hn::Sub(hn::BitCast(di, bits), base);
      const Index cell = hn::Add(first, hn::IfThenElseZero(high, upper));
      const V border = hn::GatherIndex(d, cells.borders, cell);
      const Index side = hn::IfThenElseZero(hn::RebindMask(di, hn::Ge(x, border)), hn::Set(di, 1));
      hn::StoreU(hn::Add(hn::Add(cell, cell), side), di, places.data() + i);
    }
    for (std::size_t i = 0; i < kRowBlock; ++i) {
      std::memcpy(&found[2 * i], own + 2 * places[i], 2 * sizeof(double));
    }
    for (std::size_t i = 0; i < kRowBlock; i += hn::Lanes(d)) {
      const V x = hn::Load(d, p + i);
      V at_zero, slope;
      hn::LoadInterleaved2(d, &found[2 * i], at_zero, slope);
      const V value = hn::Add(at_zero, hn::Mul(slope, hn::Min(x, hn::Sub(one, x))));
      hn::Store(hn::Min(hn::Max(value, hn::Zero(d)), one), d, out + i);
    }
  }
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
