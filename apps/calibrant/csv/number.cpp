#include "csv/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "calibrant/error.hpp"

namespace calibrant::cli {
namespace {

constexpr std::size_t kMostNames = 12;

// std::from_chars says "out of range" of what rounds to 0 or to infinity, and does not say which.
double round_out_of_range(const std::string& text) { return system::read_rounded(text); }

std::optional<double> plain_number(std::string_view text) {
  double value = 0;
  const auto [stop, problem] = system::read_double(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

// Points for commas, and commas for points.
std::string exchanged(std::string text) {
  for (char& c : text) {
    if (c == '.' || c == ',') c = c == ',' ? '.' : ',';
  }
  return text;
}

// What to do about a number that is one with the other decimal character.
std::string decimal_hint(const std::string& text, char decimal) {
  if (!plain_number(trimmed(decimal == '.' ? exchanged(text) : text))) return "";
  return decimal == '.' ? " (--decimal , reads decimal commas)" : " (--decimal is ,)";
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::vector<std::string> shown(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const std::string& name : names) result.push_back(shown(name));
  return result;
}

std::string listed(const std::vector<std::string>& names) {
  std::string result;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
    result += (i == 0 ? "" : ", ") + shown(names[i]);
  }
  if (names.size() > kMostNames) result += fmt::format(" and {} more", names.size() - kMostNames);
  return result;
}

bool same_number(std::string_view a, std::string_view b) {
  const std::optional<double> number = plain_number(a);
  return number && number == plain_number(b);
}

double parse_unusual_number(const Field& field, char decimal) {
  const std::string whole = text_of(field);
  const std::string spelled = decimal == '.' ? whole : exchanged(whole);
  std::string_view text = trimmed(spelled);
  if (text.empty()) throw Error("is empty (a number was expected)");
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [stop, problem] = system::read_double(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + text.size() || problem == std::errc::invalid_argument) {
    throw Error(shown(whole) + " is not a number" + decimal_hint(whole, decimal));
  }
  if (problem == std::errc::result_out_of_range) value = round_out_of_range(std::string(text));
  if (!std::isfinite(value)) throw Error(shown(whole) + " is not a finite number");
  return value;
}

}  // namespace calibrant::cli
