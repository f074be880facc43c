// A sigmoid of log odds as cubics on rows of [0, 1], because Spark's exp and ln are slow: Spark
// takes them from Java's StrictMath, which the JVM does not compile in place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "calibrant/curve.hpp"
#include "export/bit_rows.hpp"

namespace calibrant {

/// The variable is the distance from the nearer end of [0, 1], which is negative from 1.
struct Cubics {
  BitRows rows;
  std::vector<std::array<double, 4>> coefficients;  ///< of each row, the constant first
  std::int64_t first;                               ///< X from which on, and up to which, they hold
  std::int64_t end;
};

/// Within 1e-11 of the sigmoid's value; none if a thousand rows do not suffice.
std::optional<Cubics> cubics_of(const Sigmoid& sigmoid);

}  // namespace calibrant
