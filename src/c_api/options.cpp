#include "c_api/options.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/error.hpp"
#include "json/document.hpp"
#include "model_file/kept.hpp"
#include "support/check.hpp"
#include "support/legible.hpp"

namespace calibrant::c_api {
namespace {

void parse(std::string_view text, Document& document) {
  try {
    if (!parse_json(text, document)) throw OptionError("options", "are nested too deeply");
  } catch (const DuplicateKey& error) {
    throw OptionError("options", error.what());
  } catch (const Json::parse_error& error) {
    throw OptionError("options", fmt::format("are not JSON (byte {})", error.byte));
  } catch (const Json::exception&) {
    throw OptionError("options", "have a number that is out of range");
  }
  if (!document.root.is_object()) throw OptionError("options", "are not a JSON object");
}

std::string text_of(const Json& value) { return legible(value.dump(-1, ' ', true), kMostShown); }

/// An option that was given. Each reader throws OptionError if the value is of another kind.
struct Given {
  const std::string& name;
  const Json& value;

  bool flag() const {
    if (!value.is_boolean()) refuse("true or false");
    return value.get<bool>();
  }

  std::string text() const {
    if (!value.is_string()) refuse("a text");
    return value.get<std::string>();
  }

  std::vector<std::string> texts() const {
    if (!value.is_array()) refuse("a list of texts");
    std::vector<std::string> texts;
    for (const Json& each : value) texts.push_back(Given{name, each}.text());
    return texts;
  }

  int columns() const {
    constexpr int kMost = 1'000'000;
    if (!value.is_number_unsigned() || value > kMost) refuse("a number of columns");
    return value.get<int>();
  }

  std::uint64_t count(std::uint64_t least) const {
    if (!value.is_number_unsigned() || value < least) {
      refuse(least == 0 ? "0 or a positive whole number" : "a positive whole number");
    }
    return value.get<std::uint64_t>();
  }

  unsigned threads() const {
    if (!value.is_number_unsigned() || value > std::numeric_limits<unsigned>::max()) {
      refuse("a number of threads");
    }
    return value.get<unsigned>();
  }

  double level() const {
    if (!value.is_number()) refuse("a number strictly between 0 and 1");
    const auto level = value.get<double>();
    check_option_level(name, level);
    return level;
  }

  void into(OptionValues& values) const {
    auto any = option_value(value);
    if (!any) refuse_option(find_option(name), text_of(value));
    values[name] = *std::move(any);
  }

 private:
  [[noreturn]] void refuse(const char* kind) const {
    throw OptionError(name, fmt::format("{} is not {}", text_of(value), kind));
  }
};

using Read = std::function<void(const Given&)>;

/// Calls what belongs to the name of each option that the text gives, or `other`.
void read_given(std::string_view text, const std::map<std::string_view, Read>& known,
                const Read& other) {
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    const auto found = known.find(name);
    (found == known.end() ? other : found->second)({name, value});
  }
}

}  // namespace

FitOptions options_from_json(std::string_view text) {
  FitOptions options;
  read_given(
      text,
      {{"threads", [&](const Given& one) { options.threads = one.threads(); }},
       {"keep_observations", [&](const Given& one) { options.keep_observations = one.flag(); }}},
      [&](const Given& one) { one.into(options.method); });
  return options;
}

AssessOptions assess_options_from_json(std::string_view text) {
  AssessOptions options;
  read_given(
      text,
      {{"bins", [&](const Given& one) { options.bins = one.count(1); }},
       {"bootstrap", [&](const Given& one) { options.repeats = one.count(0); }},
       {"level", [&](const Given& one) { options.level = one.level(); }},
       {"seed", [&](const Given& one) { options.seed = one.count(0); }},
       {"threads", [&](const Given& one) { options.execution.threads = one.threads(); }}},
      [](const Given& one) { throw OptionError(one.name, "is not an option of evaluations"); });
  return options;
}

CompareOptions compare_options_from_json(std::string_view text, bool several) {
  CompareOptions options;
  OptionValues values;
  read_given(text,
             {{"methods", [&](const Given& one) { options.methods = one.texts(); }},
              {"folds", [&](const Given& one) { options.folds = one.count(0); }},
              {"seed", [&](const Given& one) { options.seed = one.count(0); }},
              {"threads", [&](const Given& one) { options.execution.threads = one.threads(); }}},
             [&](const Given& one) { one.into(values); });
  options.method = compared_options(options.methods, values, Spelling::kLibrary, several);
  return options;
}

ExportOptions export_options_from_json(std::string_view text) {
  ExportOptions options;
  read_given(text,
             {{"column", [&](const Given& one) { options.column = one.text(); }},
              {"name", [&](const Given& one) { options.name = one.text(); }},
              {"interval", [&](const Given& one) { options.interval = one.flag(); }},
              {"dialect", [&](const Given& one) { options.dialect = sql_dialect(one.text()); }},
              {"cells", [&](const Given& one) { options.cells = cell_rule(one.text()); }},
              {"input", [&](const Given& one) { options.float_input = float_input(one.text()); }},
              {"input_columns", [&](const Given& one) { options.input_columns = one.columns(); }},
              {"logits", [&](const Given& one) { options.logits = one.flag(); }},
              {"group", [&](const Given& one) { options.group = one.text(); }},
              {"columns", [&](const Given& one) { options.columns = one.texts(); }},
              {"table", [&](const Given& one) { options.table = one.text(); }},
              {"keep", [&](const Given& one) { options.keep = one.texts(); }}},
             [](const Given& one) { throw OptionError(one.name, "is not an option of exports"); });
  return options;
}

}  // namespace calibrant::c_api
