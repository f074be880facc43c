#include "common/methods.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/verbs.hpp"

namespace calibrant::cli {
namespace {

std::string value_words(const OptionValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? option_text(value) : *text;
}

std::string help_of(const Option& option) {
  std::string text(option.help);
  if (option.flag.starts_with("--no-")) text = "Turn this off: " + text;
  std::vector<std::string> notes;
  if (!option.words.empty()) notes.push_back(fmt::format("{}", fmt::join(option.words, ", ")));
  if (!option.common) {
    notes.push_back(fmt::format("for {}", fmt::join(methods_that_read(option), ", ")));
  }
  if (option.kind != Option::Kind::kFlag &&
      !std::holds_alternative<std::monostate>(option.standard)) {
    notes.push_back("default " + value_words(option.standard));
  }
  return notes.empty() ? text : fmt::format("{} ({})", text, fmt::join(notes, "; "));
}

const char* type_of(const Option& option) {
  if (option.kind == Option::Kind::kWord) return "NAME";
  return option.kind == Option::Kind::kCount ? "COUNT" : "NUMBER";
}

}  // namespace

void add_method_option(CLI::App& verb, const Option& option, OptionValues& given) {
  const std::string flag(option.flag);
  const auto take = [&option, &given](const std::string& text) {
    given[std::string(option.name)] = option_from_text(option, text);
  };
  if (option.kind == Option::Kind::kFlag) {
    verb.add_flag_function(
        flag, [take](std::int64_t times) { take(times > 0 ? "true" : "false"); }, help_of(option));
  } else if (option.kind == Option::Kind::kFlagOrAuto) {
    // The flag alone, or with a value after "=", so that it never takes the name of a file.
    const auto text = std::make_shared<std::string>();
    verb.add_flag(flag, *text, help_of(option))->each([take, text](const std::string& t) {
      take(t);
    });
  } else {
    verb.add_option_function<std::string>(flag, take, help_of(option))->type_name(type_of(option));
  }
}

void throw_usage(const OptionError& error) {
  const bool dashed = error.option().starts_with("--");
  throw UsageError(fmt::format("{}{}", dashed ? "" : "--", error.what()));
}

}  // namespace calibrant::cli
