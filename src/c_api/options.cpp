// A table with a row for each option: how it is read.
#include "c_api/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "calibrant/error.hpp"
#include "method/option_use.hpp"
#include "method/option_word.hpp"
#include "model_file/document.hpp"
#include "support/legible.hpp"

namespace calibrant::c_api {
namespace {

/// One option, as it was given.
struct Given {
  const std::string& name;
  const Json& value;

  [[noreturn]] void refuse(std::string_view expected) const {
    throw OptionError(name, fmt::format("{} is not {}",
                                        legible(value.dump(-1, ' ', true), kMostShown), expected));
  }
  double number() const {
    if (!value.is_number()) refuse("a number");
    return value.get<double>();
  }
  bool yes_or_no() const {
    if (!value.is_boolean()) refuse("true or false");
    return value.get<bool>();
  }
  std::size_t count() const {
    if (!value.is_number_unsigned()) refuse("a whole number");
    return value.get<std::size_t>();
  }
  const std::string& text() const {
    if (!value.is_string()) refuse("a text");
    return value.get_ref<const std::string&>();
  }
  template <class Names>
  auto word(const Names& names) const {
    return option_word(names, name, text());
  }
};

constexpr std::string_view kThreads = "threads";  // for all but acp

struct Option {
  std::string_view name;
  void (*read)(const Given&, MethodOptions&);
};

constexpr std::array<Option, 10> kOptions = {{
    {"lambda",
     [](const Given& given, MethodOptions& o) {
       if (given.value != "auto") o.prior.lambda = given.number();
     }},
    {"scale", [](const Given& given,
                 MethodOptions& o) { o.prior.scale = option_scale(given.name, given.text()); }},
    {"lookup", [](const Given& given, MethodOptions& o) { o.lookup = given.word(kLookupNames); }},
    {"level", [](const Given& given, MethodOptions& o) { o.level = given.number(); }},
    {"smoothing", [](const Given& given, MethodOptions& o) { o.smoothing = given.yes_or_no(); }},
    {"bins", [](const Given& given, MethodOptions& o) { o.bins = given.count(); }},
    {"strategy",
     [](const Given& given, MethodOptions& o) { o.strategy = given.word(kStrategyNames); }},
    {"interpolate",
     [](const Given& given, MethodOptions& o) { o.interpolate = given.yes_or_no(); }},
    {"monotone", [](const Given& given, MethodOptions& o) { o.monotone = given.yes_or_no(); }},
    {kThreads,
     [](const Given& given, MethodOptions& o) {
       const std::size_t threads = given.count();
       if (threads > std::numeric_limits<unsigned>::max()) given.refuse("a number of threads");
       o.execution.threads = static_cast<unsigned>(threads);
     }},
}};

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

}  // namespace

MethodOptions options_from_json(std::string_view method, std::string_view text) {
  MethodOptions options;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    const auto* option =
        std::find_if(kOptions.begin(), kOptions.end(),
                     [&, &name = name](const Option& o) { return o.name == name; });
    if (option == kOptions.end()) {
      throw OptionError(legible(name, kMostShown), "is not an option");
    }
    if (name != kThreads) {
      check_method_reads(method, name, name);
    } else if (method == "acp") {
      throw OptionError(name, "is not an option of acp");
    }
    option->read({name, value}, options);
  }
  return options;
}

}  // namespace calibrant::c_api
