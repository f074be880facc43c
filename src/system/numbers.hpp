// Doubles from text. Not every standard library has std::from_chars for doubles, and strtod depends
// on the locale.
#pragma once

#include <charconv>
#include <string>

namespace calibrant::system {

/// As strtod reads it where the decimal point is a point: to the nearest double, 0 or infinity.
double read_rounded(const std::string& text);

/// std::from_chars by another way, for libraries that lack it.
std::from_chars_result read_double_by_hand(const char* begin, const char* end, double& value);

/// std::from_chars.
inline std::from_chars_result read_double(const char* begin, const char* end, double& value) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
  return read_double_by_hand(begin, end, value);
#else
  return std::from_chars(begin, end, value);
#endif
}

}  // namespace calibrant::system
