// Numbers as people read them: the same characters in every locale.
#pragma once

#include <string>

namespace calibrant::report {

/// `decimals` digits after the point; never "-0.00".
std::string fixed(double value, int decimals);

/// So many significant digits, without trailing zeros; an exponent only below 1e-6 and from 1e9 on.
std::string significant(double value, int digits);

/// 1,234,567; up to two decimals for a weight that is not whole.
std::string count(double value);

/// A fraction in percent, with a blank that does not break: 71 %, 7.1 %, 0.71 %, 99.62 %. Two
/// digits of the smaller of the fraction and its complement.
std::string percent(double fraction);

/// A p-value of a table; tiny ones are not zero: "0.0312", "< 0.0001".
std::string p_value(double p);

/// A range in percent, "66 to 76 %", "0.4 to 2.0 %": the wider, the fewer digits.
std::string percent_range(double lower, double upper);

/// A fraction in percent with the digits of its range.
std::string percent_within(double fraction, double lower, double upper);

/// A round number not below a positive value: 1, 2, 3 or 5 times a power of ten; 0 for others.
double round_up(double value);

/// A place in a drawing, to a tenth of a unit.
std::string coordinate(double value);

}  // namespace calibrant::report
