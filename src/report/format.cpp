#include "report/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace calibrant::report {
namespace {

constexpr const char* kPercent = "\u00A0%";  // never alone at the start of a line

void drop_zeros(std::string& text) {
  if (text.find('.') == std::string::npos) return;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
}

/// Decimals of a percentage that show two digits of the fraction or of its complement.
int percent_decimals(double fraction) {
  const double rest = 100 * std::min(fraction, 1 - fraction);
  if (!(rest > 0)) return 0;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(rest))), 0, 4);
}

/// Decimals of percentages whose range has two digits at most that matter.
int range_decimals(double lower, double upper) {
  double width = 100 * (upper - lower);
  if (!(width > 0)) return percent_decimals(lower);
  int decimals = 0;
  for (; width < 2 - 1e-9 && decimals < 4; width *= 10) ++decimals;
  return decimals;
}

}  // namespace

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size < 1e-6 || size >= 1e9) return fmt::format("{:.{}g}", value, digits);
  const int magnitude = static_cast<int>(std::floor(std::log10(size)));
  std::string text = fixed(value, std::max(0, digits - 1 - magnitude));
  drop_zeros(text);
  return text;
}

std::string count(double value) {
  std::string text = fixed(value, value == std::floor(value) ? 0 : 2);
  drop_zeros(text);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t place = point; place > first + 3; place -= 3) text.insert(place - 3, 1, ',');
  return text;
}

std::string percent(double fraction) {
  return fixed(100 * fraction, percent_decimals(fraction)) + kPercent;
}

std::string p_value(double p) { return p < 0.0001 ? "< 0.0001" : fixed(p, 4); }

std::string percent_within(double fraction, double lower, double upper) {
  return fixed(100 * fraction, range_decimals(lower, upper)) + kPercent;
}

std::string percent_range(double lower, double upper) {
  const int decimals = range_decimals(lower, upper);
  return fixed(100 * lower, decimals) + " to " + fixed(100 * upper, decimals) + kPercent;
}

double round_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 3.0, 5.0}) {
    if (value <= step * unit * (1 + 1e-9)) return step * unit;
  }
  return 10 * unit;
}

std::string coordinate(double value) {
  // Adding 0 turns -0 into 0.
  return fmt::format("{}", std::round(value * 10) / 10 + 0.0);
}

}  // namespace calibrant::report
