// Exponential and logarithm with the same bits on every target. Each function mirrors, operation by
// operation, the one of the same name in kernels/sigmoid_scalar.hpp; there the comments stand.
// No MulAdd anywhere: a product and a sum are rounded one after the other. exp_fast and log_fast,
// for rows of several classes, have no such twin: they leave out what only a relative error near 0
// needs. NOLINTBEGIN(misc-definitions-in-headers)
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

// exp(x) for x <= 0; 0 below -708. With x = n ln 2 + r it is 2^n (1 + r + r^2 P(r)), P by Remez's
// algorithm within 3e-16. ln 2 is one number, so that the relative error is 6e-16 + |x| 1.2e-16:
// the second term is that of an x which is rounded itself.
HWY_INLINE V exp_fast(V x) {
  const Doubles d;
  const Bits db;
  const auto c = [&](double number) HWY_ATTR { return hn::Set(d, number); };
  const V rounder = c(exponential::kRounder);
  const V shifted = hn::Add(hn::Mul(x, c(exponential::kInverseLn2)), rounder);
  const V r = hn::Sub(x, hn::Mul(hn::Sub(shifted, rounder), c(0x1.62e42fefa39efp-1)));
  const V r2 = hn::Mul(r, r);
  const auto add = [&](V sum, double next) HWY_ATTR { return hn::Add(hn::Mul(sum, r2), c(next)); };
  V even = add(c(0x1.2707a3d243ac2p-22), 0x1.a01b7c517559fp-16);
  V odd = add(c(0x1.72e91ac8e9684p-19), 0x1.a0198d58857ddp-13);
  even = add(add(add(even, 0x1.6c16c0c830c11p-10), 0x1.55555555890c3p-5), 0x1.ffffffffffed2p-2);
  odd = add(add(odd, 0x1.11111125b3d7cp-7), 0x1.55555555507c6p-3);
  const V poly = hn::Add(even, hn::Mul(odd, r));
  const V y = hn::Add(c(1), hn::Add(r, hn::Mul(r2, poly)));
  const auto exponent = hn::ShiftLeft<52>(hn::BitCast(db, shifted));
  const V scaled = hn::BitCast(d, hn::Add(hn::BitCast(db, y), exponent));
  return hn::IfThenElseZero(hn::Ge(x, c(-708)), scaled);
}

// ln(x) for normal x > 0: the error is 2e-16 and one unit in the last place. Like
// log_unit, but 2 s + s^3 Q(s^2), Q by Remez's algorithm within 4e-17, is not summed in parts.
HWY_INLINE V log_fast(V x) {
  using namespace logarithm;
  const Doubles d;
  const Bits db;
  const auto c = [&](double number) HWY_ATTR { return hn::Set(d, number); };
  const auto bits = hn::BitCast(db, x);
  const auto above = hn::Sub(bits, hn::Set(db, kRootHalf));
  const V mantissa = hn::BitCast(d, hn::Sub(bits, hn::And(above, hn::Set(db, kExponentMask))));
  const auto biased = hn::ShiftRight<52>(hn::Add(above, hn::Set(db, kBias)));
  const V k = hn::Sub(hn::BitCast(d, hn::Or(biased, hn::Set(db, kTwo52Bits))), c(kTwo52AndBias));
  const V s = hn::Div(hn::Sub(mantissa, c(1)), hn::Add(mantissa, c(1)));
  const V z = hn::Mul(s, s);
  const auto add = [&](V sum, double next) HWY_ATTR { return hn::Add(hn::Mul(sum, z), c(next)); };
  V series = add(c(0x1.5a0abc568d817p-3), 0x1.730726eba8b9cp-3);
  series = add(add(series, 0x1.c723c06bb24d1p-3), 0x1.24923ed279c29p-2);
  series = add(add(add(series, 0x1.999999a786a4ap-2), 0x1.5555555551f91p-1), 2);
  return hn::Add(hn::Mul(s, series), hn::Mul(k, c(0x1.62e42fefa39efp-1)));
}

}  // namespace calibrant::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// NOLINTEND(misc-definitions-in-headers)
