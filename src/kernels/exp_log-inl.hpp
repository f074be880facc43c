// Exponential and logarithm with the same bits on every target. Each function mirrors, operation by
// operation, the one of the same name in kernels/sigmoid_scalar.hpp; there the comments stand.
// No MulAdd anywhere: a product and a sum are rounded one after the other.
// NOLINTBEGIN(misc-definitions-in-headers)
#if defined(CALIBRANT_KERNELS_EXP_LOG_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CALIBRANT_KERNELS_EXP_LOG_INL
#undef CALIBRANT_KERNELS_EXP_LOG_INL
#else
#define CALIBRANT_KERNELS_EXP_LOG_INL
#endif

#include "kernels/sigmoid_scalar.hpp"
#include "kernels/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace calibrant::kernels::HWY_NAMESPACE {

HWY_INLINE V exp_negative(V x) {
  using namespace exponential;
  const Doubles d;
  const Bits db;
  const auto c = [&](std::size_t i) HWY_ATTR { return hn::Set(d, kC[i]); };
  const V rounder = hn::Set(d, kRounder);
  const V shifted = hn::Add(hn::Mul(x, hn::Set(d, kInverseLn2)), rounder);
  const V n = hn::Sub(shifted, rounder);
  const V r =
      hn::Sub(hn::Sub(x, hn::Mul(n, hn::Set(d, kLn2High))), hn::Mul(n, hn::Set(d, kLn2Low)));
  const V r2 = hn::Mul(r, r);
  const V r4 = hn::Mul(r2, r2);
  const V r8 = hn::Mul(r4, r4);
  const V p01 = hn::Add(c(0), hn::Mul(c(1), r));
  const V p23 = hn::Add(c(2), hn::Mul(c(3), r));
  const V p45 = hn::Add(c(4), hn::Mul(c(5), r));
  const V p67 = hn::Add(c(6), hn::Mul(c(7), r));
  const V p89 = hn::Add(c(8), hn::Mul(c(9), r));
  const V p03 = hn::Add(p01, hn::Mul(p23, r2));
  const V p47 = hn::Add(p45, hn::Mul(p67, r2));
  const V pa = hn::Add(p89, hn::Mul(c(10), r2));
  const V poly = hn::Add(hn::Add(p03, hn::Mul(p47, r4)), hn::Mul(pa, r8));
  const V y = hn::Add(hn::Set(d, 1.0), hn::Add(r, hn::Mul(r2, poly)));
  const auto exponent =
      hn::Add(hn::Sub(hn::BitCast(db, shifted), hn::BitCast(db, rounder)), hn::Set(db, kBias * 2));
  const auto half = hn::ShiftRight<1>(exponent);
  const V first = hn::BitCast(d, hn::ShiftLeft<52>(half));
  const V second = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(exponent, half)));
  const V scaled = hn::Mul(hn::Mul(y, first), second);
  return hn::IfThenElseZero(hn::Ge(x, hn::Set(d, kLeast)), scaled);
}

HWY_INLINE V log_unit(V x) {
  using namespace logarithm;
  const Doubles d;
  const Bits db;
  const auto c = [&](std::size_t i) HWY_ATTR { return hn::Set(d, kL[i]); };
  const auto bits = hn::BitCast(db, x);
  const auto above = hn::Sub(bits, hn::Set(db, kRootHalf));
  const V mantissa = hn::BitCast(d, hn::Sub(bits, hn::And(above, hn::Set(db, kExponentMask))));
  const auto biased = hn::ShiftRight<52>(hn::Add(above, hn::Set(db, kBias)));
  const V k =
      hn::Sub(hn::BitCast(d, hn::Or(biased, hn::Set(db, kTwo52Bits))), hn::Set(d, kTwo52AndBias));
  const V f = hn::Sub(mantissa, hn::Set(d, 1.0));
  const V s = hn::Div(f, hn::Add(hn::Set(d, 2.0), f));
  const V z = hn::Mul(s, s);
  const V w = hn::Mul(z, z);
  const V t1 = hn::Mul(w, hn::Add(c(1), hn::Mul(w, hn::Add(c(3), hn::Mul(w, c(5))))));
  const V t2 = hn::Mul(
      z, hn::Add(c(0), hn::Mul(w, hn::Add(c(2), hn::Mul(w, hn::Add(c(4), hn::Mul(w, c(6))))))));
  const V half_square = hn::Mul(hn::Mul(hn::Set(d, 0.5), f), f);
  const V inner =
      hn::Add(hn::Mul(s, hn::Add(half_square, hn::Add(t1, t2))), hn::Mul(k, hn::Set(d, kLn2Low)));
  return hn::Add(hn::Add(hn::Sub(inner, half_square), f), hn::Mul(k, hn::Set(d, kLn2High)));
}

HWY_INLINE V log_complement(V s) {
  const V one = hn::Set(Doubles(), 1.0);
  const V u = hn::Sub(one, s);
  const V lost = hn::Sub(hn::Sub(one, u), s);
  return hn::Add(log_unit(u), lost);
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
