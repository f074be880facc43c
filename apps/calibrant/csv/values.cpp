#include "csv/values.hpp"

#include <fmt/format.h>

#include <string_view>

#include "calibrant/error.hpp"

namespace calibrant::cli {

void fail_probability(const Field& field) {
  throw Error(shown(text_of(field)) + " is not a probability (0 to 1)");
}

std::uint8_t unusual_label(const Field& field, const std::optional<std::string>& positive) {
  const std::string text = text_of(field);
  const std::string_view word = trimmed(text);
  if (word.empty()) throw Error("is empty (a label was expected)");
  if (positive) return word == *positive ? 1 : 0;
  // 1.0 is a label too; 2 and yes are not.
  double value = -1;
  try {
    value = parse_number(field);
  } catch (const Error&) {
    value = -1;
  }
  if (value == 0 || value == 1) return static_cast<std::uint8_t>(value);
  throw Error(shown(text) + " is not a label (0 or 1; --positive names another positive one)");
}

double not_negative(const Field& field, const char* what) {
  const double value = parse_number(field);
  if (value < 0) {
    throw Error(fmt::format("{} is negative ({} was expected)", shown(text_of(field)), what));
  }
  return value;
}

}  // namespace calibrant::cli
