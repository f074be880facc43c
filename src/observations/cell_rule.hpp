// The constants of the cell rule, for C++ and for the SQL that computes the same.
#pragma once

namespace calibrant {

inline constexpr double kProbabilitySplitter = 0x1p44 + 1;  ///< rounds to 9 significant bits
inline constexpr double kMarginSplitter = 0x1p40 + 1;       ///< rounds to 13
/// Margins from here on stay as they are.
inline constexpr double kLargestRounded = 0x1p960;

}  // namespace calibrant
