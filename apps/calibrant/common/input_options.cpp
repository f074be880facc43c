#include "common/input_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <string>

#include "common/verbs.hpp"
#include "csv/number.hpp"

namespace calibrant::cli {

char parse_delimiter(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1) {
    const char c = text[0];
    const bool number =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' || c == '-';
    const bool visible = c == '\t' || (c >= ' ' && c <= '~');
    if (visible && !number && c != '"') return c;
  }
  throw UsageError(fmt::format(
      "--delimiter: {} is not a delimiter (one character, no letter, digit, quote or sign; or tab)",
      shown(text)));
}

void add_format_options(CLI::App& verb, InputOptions& options) {
  verb.add_option_function<std::string>(
          "--delimiter",
          [&options](const std::string& text) { options.delimiter = parse_delimiter(text); },
          "What separates the fields: one character, or tab (default ,)")
      ->type_name("CHAR");
  verb.add_option_function<std::string>(
          "--decimal",
          [&options](const std::string& text) {
            if (text != "." && text != ",") {
              throw UsageError(fmt::format("--decimal: {} is not . or ,", shown(text)));
            }
            options.decimal = text[0];
          },
          "What stands before the decimals of a number: . or , (default .)")
      ->type_name("CHAR");
}

void add_care_options(CLI::App& verb, InputOptions& options) {
  verb.add_flag("--skip-missing", options.skip_missing,
                "Leave out rows with a field that is needed and empty, NA, NaN or null");
  verb.add_flag("--strict", options.strict, "Data that looks wrong is an error, not a warning");
}

void add_score_option(CLI::App& verb, InputOptions& options) {
  verb.add_option_function<std::string>(
          "--score",
          [&options](const std::string& text) {
            options.score = text;
            options.score_given = true;
          },
          "The classifier's score (default score); several classes: p_a,p_b,p_c or 'p_*'")
      ->type_name("COLUMN");
}

void add_input_options(CLI::App& verb, InputOptions& options) {
  add_format_options(verb, options);
  add_care_options(verb, options);
  const auto column = [&](const char* name, auto& value, const char* what) {
    verb.add_option(name, value, what)->type_name("COLUMN");
  };
  add_score_option(verb, options);
  column("--label", options.label, "The true label, 0 or 1, or the class (default label)");
  column("--weight", options.weight, "How often the row counts");
  column("--negatives", options.negatives, "Rows already counted: how many negatives");
  column("--positives", options.positives, "Rows already counted: how many positives");
  verb.add_option("--positive", options.positive, "The label that counts as 1; all others are 0")
      ->type_name("LABEL");
}

}  // namespace calibrant::cli
