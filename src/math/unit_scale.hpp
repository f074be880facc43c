// Numbers of any size, brought to at most 1 by a power of two.
#pragma once

#include <cmath>

namespace calibrant {

/// Two factors, since their product may not be a double: scores of 1e300 and of 1e-300 then have
/// squares that neither overflow nor underflow.
struct UnitScale {
  double half = 1;
  double rest = 1;

  double operator()(double x) const { return x * half * rest; }
  double inverse(double x) const { return x / half / rest; }
};

/// For numbers of which none is larger than `largest`.
inline UnitScale unit_scale(double largest) {
  const int exponent = largest > 0 ? std::ilogb(largest) + 1 : 0;
  return {std::ldexp(1.0, -(exponent / 2)), std::ldexp(1.0, -(exponent - exponent / 2))};
}

}  // namespace calibrant
