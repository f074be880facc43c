// The scalar twin of the sigmoid kernel: one score, the same operations in the same order, the same
// bits. exp and ln are our own, because those of the C library differ between machines and their
// vector kin use fused multiply-adds where there are some. NaN must be dealt with before.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/curve_scalar.hpp"
#include "kernels/sigmoid.hpp"
#include "math/clip.hpp"

namespace calibrant::kernels {

// exp: x = n ln 2 + r, |r| <= ln 2 / 2; exp(r) = 1 + r + r^2 P(r), a minimax polynomial (the one of
// SLEEF and Highway). ln 2 comes in two parts, the first with room for n without rounding.
namespace exponential {
inline constexpr double kInverseLn2 = 1.442695040888963407359924681;
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 1.90821492927058770002e-10;
/// Adding 1.5 * 2^52 rounds to a whole number, which then stands in the low bits.
inline constexpr double kRounder = 0x1.8p52;
/// Below, exp is less than half the smallest double.
inline constexpr double kLeast = -745.2;
inline constexpr std::uint64_t kBias = 1023;
inline constexpr std::array<double, 11> kC = {
    +0.5,
    +0.166666666666666851703837,
    +0.0416666666666665047591422,
    +0.00833333333331652721664984,
    +0.00138888888889774492207962,
    +0.000198412698960509205564975,
    +2.4801587159235472998791e-5,
    +2.75572362911928827629423e-6,
    +2.75573911234900471893338e-7,
    +2.51112930892876518610661e-8,
    +2.08860621107283687536341e-9,
};
}  // namespace exponential

// ln: x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), s = f / (2 + f) (fdlibm's e_log.c).
namespace logarithm {
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 1.90821492927058770002e-10;
inline constexpr std::uint64_t kRootHalf = 0x3FE6A09E00000000;
inline constexpr std::uint64_t kExponentMask = 0xFFF0000000000000;
inline constexpr std::uint64_t kBias = std::uint64_t{1024} << 52;
inline constexpr std::uint64_t kTwo52Bits = 0x4330000000000000;
inline constexpr double kTwo52AndBias = 0x1p52 + 1024;
inline constexpr std::array<double, 7> kL = {
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
    1.479819860511658591e-01,
};
}  // namespace logarithm

/// exp(x) for x <= 0, to about one unit in the last place.
inline double exp_negative(double x) {
  using namespace exponential;
  const double shifted = x * kInverseLn2 + kRounder;
  const double n = shifted - kRounder;
  const double r = (x - n * kLn2High) - n * kLn2Low;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double p01 = kC[0] + kC[1] * r;
  const double p23 = kC[2] + kC[3] * r;
  const double p45 = kC[4] + kC[5] * r;
  const double p67 = kC[6] + kC[7] * r;
  const double p89 = kC[8] + kC[9] * r;
  const double p03 = p01 + p23 * r2;
  const double p47 = p45 + p67 * r2;
  const double pa = p89 + kC[10] * r2;
  const double poly = (p03 + p47 * r4) + pa * r8;
  const double y = 1.0 + (r + r2 * poly);
  // 2^n in two factors, since 2^-1075 is no double.
  const std::uint64_t exponent =
      std::bit_cast<std::uint64_t>(shifted) - std::bit_cast<std::uint64_t>(kRounder) + kBias * 2;
  const std::uint64_t half = exponent >> 1;
  const double scaled =
      y * std::bit_cast<double>(half << 52) * std::bit_cast<double>((exponent - half) << 52);
  return x >= kLeast ? scaled : 0.0;
}

/// ln(x) for normal x in (0, 1], to one unit in the last place.
inline double log_unit(double x) {
  using namespace logarithm;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t above = bits - kRootHalf;
  const auto mantissa = std::bit_cast<double>(bits - (above & kExponentMask));
  // The exponent as a double, by way of 2^52 + exponent + 1024.
  const std::uint64_t biased = (above + kBias) >> 52;
  const double k = std::bit_cast<double>(biased | kTwo52Bits) - kTwo52AndBias;
  const double f = mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double w = z * z;
  const double t1 = w * (kL[1] + w * (kL[3] + w * kL[5]));
  const double t2 = z * (kL[0] + w * (kL[2] + w * (kL[4] + w * kL[6])));
  const double half_square = 0.5 * f * f;
  return (((s * (half_square + (t1 + t2)) + k * kLn2Low) - half_square) + f) + k * kLn2High;
}

/// ln(1 - s) for s in [1e-12, 1 - 1e-12]: what rounding took from 1 - s is given back.
inline double log_complement(double s) {
  const double u = 1.0 - s;
  const double lost = (1.0 - u) - s;
  return log_unit(u) + lost;
}

inline double read_sigmoid(const SigmoidView& sigmoid, double score) {
  double z = 0;
  if (sigmoid.input == SigmoidInput::kScore) {
    z = sigmoid.intercept + sigmoid.slope * clamp_score(score, -kLargest, kLargest);
  } else {
    const double s = clamp_score(score, kScoreClip, 1 - kScoreClip);
    if (sigmoid.input == SigmoidInput::kLogit) {
      z = sigmoid.intercept + sigmoid.slope * (log_unit(s) - log_complement(s));
    } else {
      z = (sigmoid.intercept + sigmoid.slope * log_unit(s)) -
          sigmoid.slope_complement * log_complement(s);
    }
  }
  // y / (1 + y) below zero, 1 / (1 + y) above, chosen by bits: a branch would be a coin toss.
  const double y = exp_negative(-std::abs(z));
  const std::int64_t below = std::bit_cast<std::int64_t>(z) >> 63;
  const auto one = std::bit_cast<std::int64_t>(1.0);
  const std::int64_t numerator = one ^ ((one ^ std::bit_cast<std::int64_t>(y)) & below);
  return std::bit_cast<double>(numerator) / (1.0 + y);
}

}  // namespace calibrant::kernels
