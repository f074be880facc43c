// Numbers and words of a field. A field that is no number throws Error without its place, which the
// caller knows.
//
// Numbers are what std::from_chars reads, rounded to the nearest double; spaces and tabs around
// them, one leading plus and quotes are allowed. NaN and infinities are numbers to no one here.
// `decimal` is what stands before the decimals: a point, or a comma, which then allows no point.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "csv/decimal.hpp"
#include "csv/fields.hpp"
#include "support/legible.hpp"
#include "system/numbers.hpp"

namespace calibrant::cli {

/// For fields that are not plainly a number.
double parse_unusual_number(const Field& field, char decimal);

/// The field lies in a block, which has spare bytes at its end.
inline double parse_number(const Field& field, char decimal) {
  double value = 0;
  if (parse_decimal(field.begin, field.end, decimal, value)) [[likely]]
    return value;
  if (decimal == '.') {
    const auto [stop, problem] = system::read_double(field.begin, field.end, value);
    // x - x is zero for finite x, NaN otherwise.
    if (problem == std::errc() && stop == field.end && value - value == 0) [[likely]]
      return value;
  }
  return parse_unusual_number(field, decimal);
}

/// The text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// Do both spell the same number, such as 1 and 1.0?
bool same_number(std::string_view a, std::string_view b);

using calibrant::shown;

/// Each of them.
std::vector<std::string> shown(const std::vector<std::string>& names);

/// For messages: all of them, or the first dozen and how many more.
std::string listed(const std::vector<std::string>& names);

}  // namespace calibrant::cli
