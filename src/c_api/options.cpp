#include "c_api/options.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
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

[[noreturn]] void refuse(const std::string& name, const Json& value, const char* kind) {
  throw OptionError(name, fmt::format("{} is not {}", text_of(value), kind));
}

bool read_bool(const std::string& name, const Json& value) {
  if (!value.is_boolean()) refuse(name, value, "true or false");
  return value.get<bool>();
}

std::string read_text(const std::string& name, const Json& value) {
  if (!value.is_string()) refuse(name, value, "a text");
  return value.get<std::string>();
}

std::vector<std::string> read_texts(const std::string& name, const Json& value) {
  if (!value.is_array()) refuse(name, value, "a list of texts");
  std::vector<std::string> texts;
  for (const Json& each : value) texts.push_back(read_text(name, each));
  return texts;
}

int read_small_number(const std::string& name, const Json& value) {
  constexpr int kMost = 1'000'000;
  if (!value.is_number_unsigned() || value > kMost) refuse(name, value, "a number of columns");
  return value.get<int>();
}

std::uint64_t read_count(const std::string& name, const Json& value, std::uint64_t least) {
  if (!value.is_number_unsigned() || value < least) {
    refuse(name, value, least == 0 ? "0 or a positive whole number" : "a positive whole number");
  }
  return value.get<std::uint64_t>();
}

unsigned read_threads(const std::string& name, const Json& value) {
  if (!value.is_number_unsigned() || value > std::numeric_limits<unsigned>::max()) {
    refuse(name, value, "a number of threads");
  }
  return value.get<unsigned>();
}

void add_method_option(OptionValues& values, const std::string& name, const Json& value) {
  auto any = option_value(value);
  if (!any) refuse_option(find_option(name), text_of(value));
  values[name] = *std::move(any);
}

}  // namespace

FitOptions options_from_json(std::string_view text) {
  FitOptions options;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    if (name == "threads") {
      options.threads = read_threads(name, value);
    } else if (name == "keep_observations") {
      options.keep_observations = read_bool(name, value);
    } else {
      add_method_option(options.method, name, value);
    }
  }
  return options;
}

AssessOptions assess_options_from_json(std::string_view text) {
  AssessOptions options;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    if (name == "bins") {
      options.bins = read_count(name, value, 1);
    } else if (name == "bootstrap") {
      options.repeats = read_count(name, value, 0);
    } else if (name == "level") {
      if (!value.is_number()) refuse(name, value, "a number strictly between 0 and 1");
      options.level = value.get<double>();
      check_option_level(name, options.level);
    } else if (name == "seed") {
      options.seed = read_count(name, value, 0);
    } else if (name == "threads") {
      options.execution.threads = read_threads(name, value);
    } else {
      throw OptionError(name, "is not an option of evaluations");
    }
  }
  return options;
}

CompareOptions compare_options_from_json(std::string_view text, bool several) {
  CompareOptions options;
  OptionValues values;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    if (name == "methods") {
      options.methods = read_texts(name, value);
    } else if (name == "folds") {
      options.folds = read_count(name, value, 0);
    } else if (name == "seed") {
      options.seed = read_count(name, value, 0);
    } else if (name == "threads") {
      options.execution.threads = read_threads(name, value);
    } else {
      add_method_option(values, name, value);
    }
  }
  options.method = compared_options(options.methods, values, Spelling::kLibrary, several);
  return options;
}

ExportOptions export_options_from_json(std::string_view text) {
  ExportOptions options;
  Document document;
  parse(text, document);
  for (const auto& [name, value] : document.root.items()) {
    if (name == "column") {
      options.column = read_text(name, value);
    } else if (name == "name") {
      options.name = read_text(name, value);
    } else if (name == "interval") {
      options.interval = read_bool(name, value);
    } else if (name == "dialect") {
      options.dialect = sql_dialect(read_text(name, value));
    } else if (name == "cells") {
      options.cells = cell_rule(read_text(name, value));
    } else if (name == "input") {
      options.float_input = float_input(read_text(name, value));
    } else if (name == "input_columns") {
      options.input_columns = read_small_number(name, value);
    } else if (name == "logits") {
      options.logits = read_bool(name, value);
    } else if (name == "group") {
      options.group = read_text(name, value);
    } else if (name == "columns") {
      options.columns = read_texts(name, value);
    } else if (name == "table") {
      options.table = read_text(name, value);
    } else if (name == "keep") {
      options.keep = read_texts(name, value);
    } else {
      throw OptionError(name, "is not an option of exports");
    }
  }
  return options;
}

}  // namespace calibrant::c_api
