#include "csv/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "calibrant/error.hpp"

namespace calibrant::cli {
namespace {

// As Python, R and databases write them.
constexpr std::array<std::array<std::string_view, 3>, 2> kTruths = {
    {{"False", "false", "FALSE"}, {"True", "true", "TRUE"}}};

constexpr std::array<std::string_view, 4> kMissing = {"", "na", "nan", "null"};

}  // namespace

void fail_probability(const Field& field) {
  throw Error(shown(text_of(field)) + " is not a probability (0 to 1)");
}

std::uint8_t unusual_label(const Field& field, const std::optional<std::string>& positive,
                           char decimal) {
  const std::string text = text_of(field);
  const std::string_view word = trimmed(text);
  if (word.empty()) throw Error("is empty (a label was expected)");
  if (positive) return word == *positive || same_number(word, *positive) ? 1 : 0;
  for (const bool truth : {false, true}) {
    for (const std::string_view known : kTruths[truth ? 1 : 0]) {
      if (word == known) return truth ? 1 : 0;
    }
  }
  // 1.0 is a label too; 2 and yes are not.
  double value = -1;
  try {
    value = parse_number(field, decimal);
  } catch (const Error&) {
    value = -1;
  }
  if (value == 0 || value == 1) return static_cast<std::uint8_t>(value);
  throw Error(shown(text) + " is not a label (0 or 1; --positive names another positive one)");
}

bool unusual_missing(const Field& field) {
  std::string word(trimmed(field.raw()));
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::find(kMissing, word) != kMissing.end();
}

bool is_missing_label(const Field& field, const std::optional<std::string>& positive) {
  return is_missing(field) && !(positive && trimmed(field.raw()) == *positive);
}

std::string with_way_out(const Field& field, const std::string& problem) {
  constexpr const char* kWayOut = "--skip-missing leaves such rows out)";
  if (!is_missing(field)) return problem;
  if (problem.ends_with(')')) return problem.substr(0, problem.size() - 1) + "; " + kWayOut;
  return problem + " (" + kWayOut;
}

double not_negative(const Field& field, const char* what, char decimal) {
  const double value = parse_number(field, decimal);
  if (value < 0) {
    throw Error(fmt::format("{} is negative ({} was expected)", shown(text_of(field)), what));
  }
  return value;
}

std::string time_of(const Field& field) {
  constexpr std::size_t kMostTime = 64;
  const std::string text = text_of(field);
  const std::string_view time = trimmed(text);
  if (time.empty()) throw Error("is empty (a time was expected)");
  return legible(time, kMostTime);
}

}  // namespace calibrant::cli
