// Options are checked here and nowhere else, so that every front end says the same of a wrong one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/error.hpp"
#include "calibrant/method.hpp"
#include "calibrant/option.hpp"
#include "support/legible.hpp"
#include "support/near_miss.hpp"
#include "system/numbers.hpp"

namespace calibrant {
namespace {

using Kind = Option::Kind;

bool is_number_in_range(const Option& option, const OptionValue& value) {
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr) return false;
  if (option.kind != Kind::kCount) return *number > option.low && *number < option.high;
  return *number >= option.low && *number <= option.high && *number == std::floor(*number);
}

bool is_valid(const Option& option, const OptionValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  switch (option.kind) {
    case Kind::kFlag:
      return std::holds_alternative<bool>(value);
    case Kind::kFlagOrAuto:
      return std::holds_alternative<bool>(value) || (word != nullptr && *word == "auto");
    case Kind::kWord:
      return word != nullptr && std::ranges::count(option.words, *word) > 0;
    case Kind::kNumberOrAuto:
      return (word != nullptr && *word == "auto") || is_number_in_range(option, value);
    case Kind::kCount:
    case Kind::kNumber:
      return is_number_in_range(option, value);
  }
  return false;
}

/// As if the option were not given.
bool is_nothing(const Option& option, const OptionValue& value) {
  const bool may_be = std::holds_alternative<std::monostate>(option.standard) ||
                      option.kind == Kind::kNumberOrAuto || option.kind == Kind::kFlagOrAuto;
  return may_be && std::holds_alternative<std::monostate>(value);
}

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::count(names, name) > 0;
}

/// The method that fits each class's curve.
std::string_view curve_of(std::string_view method, const OptionValues& given) {
  if (method != "one-vs-rest") return method;
  const auto found = given.find("curve");
  const auto* name = found == given.end() ? nullptr : std::get_if<std::string>(&found->second);
  return name == nullptr ? std::string_view("auto") : std::string_view(*name);
}

/// What keeps a method from reading an option that it knows, or nothing.
std::string_view problem_of(const Option& option, const Method& method, const Method& curve,
                            bool several) {
  const bool of_classes = contains(method.class_options, option.name);
  if (!several) {
    return of_classes && !contains(method.options, option.name) ? "is for several classes" : "";
  }
  if (of_classes) return "";
  const bool of_curve = option.common || contains(curve.options, option.name);
  if (!method.joint) return of_curve ? "" : "is not for a curve for each class";
  return "is for one curve; with several classes, it needs the method one-vs-rest";
}

void check_read(const Option& option, std::span<const std::string_view> methods,
                Spelling spelling) {
  const std::vector<std::string_view> readers = methods_that_read(option);
  const auto reads = [&](std::string_view method) {
    return std::ranges::count(readers, method) > 0;
  };
  if (std::ranges::any_of(methods, reads)) return;
  throw OptionError(
      std::string(option.spelled(spelling)),
      fmt::format("is for {}, not for {}", fmt::join(readers, ", "), fmt::join(methods, ", ")));
}

}  // namespace

std::string_view Option::spelled(Spelling spelling) const {
  if (spelling == Spelling::kFlag) return flag;
  return spelling == Spelling::kPython ? python : name;
}

std::string Option::expected() const {
  if (kind == Kind::kFlag) return "true or false";
  if (kind == Kind::kFlagOrAuto) return "auto, true or false";
  if (kind == Kind::kWord) return fmt::format("one of {}", fmt::join(words, ", "));
  return fmt::format("{}{}", kind == Kind::kNumberOrAuto ? "auto or " : "", range);
}

const Option& find_option(std::string_view called, Spelling spelling) {
  std::vector<std::string_view> known;
  for (const Option& option : method_options()) {
    if (option.spelled(spelling) == called) return option;
    known.push_back(option.spelled(spelling));
  }
  const std::string shown_name = legible(called, kMostShown);
  for (const Option& option : method_options()) {
    if (called != option.name && called != option.python) continue;
    throw OptionError(shown_name, fmt::format("is called {} here", option.spelled(spelling)));
  }
  throw OptionError(shown_name, "is not an option" + did_you_mean(called, known));
}

OptionValue option_from_text(const Option& option, std::string_view text) {
  const std::string as_text(text);
  if (option.kind == Kind::kFlag) {
    if (text != "true" && text != "false") return as_text;
    return std::get<bool>(option.standard) != (text == "true");
  }
  if (option.kind == Kind::kFlagOrAuto && (text == "true" || text == "false")) {
    return text == "true";
  }
  double number = 0;
  const auto [stop, problem] = system::read_double(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || stop != text.data() + text.size()) return as_text;
  return number;
}

std::string option_text(const OptionValue& value) {
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return shown(*text);
  return "null";
}

void refuse_option(const Option& option, std::string_view value, Spelling spelling) {
  throw OptionError(std::string(option.spelled(spelling)),
                    fmt::format("{} is not {}", value, option.expected()));
}

MethodOptions read_options(std::span<const std::string_view> methods, const OptionValues& given,
                           Spelling spelling) {
  MethodOptions result;
  for (const auto& [name, value] : given) {
    const Option& option = find_option(name);
    if (is_nothing(option, value)) continue;
    check_read(option, methods, spelling);
    if (!is_valid(option, value)) refuse_option(option, option_text(value), spelling);
    option.write(value, result);
  }
  return result;
}

OptionValues option_values(const MethodOptions& options) {
  OptionValues values;
  for (const Option& option : method_options()) {
    OptionValue value = option.read(options);
    if (value != option.standard) values[std::string(option.name)] = std::move(value);
  }
  return values;
}

MethodOptions read_options(std::string_view method, const OptionValues& given, Spelling spelling) {
  find_method(method);
  std::vector readers = {method};
  if (curve_of(method, given) != method) readers.push_back(curve_of(method, given));
  return read_options(readers, given, spelling);
}

void check_use(std::string_view method, const OptionValues& given, bool several,
               Spelling spelling) {
  const Method& known = find_method(method);
  if (several && known.classes == Method::Classes::kTwo) {
    throw OptionError("method", fmt::format("{} is for two classes", method));
  }
  if (!several && known.classes == Method::Classes::kSeveral) {
    throw OptionError("method", fmt::format("{} is for several classes", method));
  }
  const Method& curve = find_method(curve_of(method, given));
  for (const auto& [name, value] : given) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    const Option& option = find_option(name);
    const bool asks_nothing = option.kind == Kind::kFlagOrAuto && value == OptionValue(false);
    if (value == option.standard || asks_nothing) continue;  // as if it were not given
    const std::string_view problem = problem_of(option, known, curve, several);
    if (!problem.empty()) {
      throw OptionError(std::string(option.spelled(spelling)), std::string(problem));
    }
  }
}

}  // namespace calibrant
