#include "common/input_options.hpp"

#include <fmt/format.h>

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

void add_input_file(CLI::App& verb, const std::string& name, InputOptions& options) {
  add_option(verb, name, options.path, "FILE", "CSV file with a header; - for standard input")
      ->required();
}

void add_label_option(CLI::App& verb, InputOptions& options) {
  add_option(verb, "--label", options.label, "COLUMN",
             "The true label, 0 or 1, or the class (default label)");
}

void add_positive_option(CLI::App& verb, InputOptions& options) {
  add_option(verb, "--positive", options.positive, "LABEL",
             "The label that counts as 1; all others are 0");
}

void add_count_options(CLI::App& verb, InputOptions& options) {
  add_option(verb, "--weight", options.weight, "COLUMN", "How often the row counts");
  add_option(verb, "--negatives", options.negatives, "COLUMN",
             "Rows already counted: how many negatives");
  add_option(verb, "--positives", options.positives, "COLUMN",
             "Rows already counted: how many positives");
}

void add_model_groups_option(CLI::App& verb, InputOptions& options) {
  add_option(verb, "--by", options.by, "COLUMN",
             "Models with groups: their column (default: the one of the fit)");
}

void add_bound_options(CLI::App& verb, InputOptions& options, const std::string& whose) {
  add_option(verb, "--lower", options.lower, "COLUMN", "Lower bound of the score (" + whose + ")");
  add_option(verb, "--upper", options.upper, "COLUMN", "Upper bound of the score (" + whose + ")");
}

void add_threads_option(CLI::App& verb, InputOptions& options) {
  add_option(verb, "--threads", options.threads, "COUNT", "How many threads (default all)");
}

void add_input_options(CLI::App& verb, InputOptions& options) {
  add_format_options(verb, options);
  add_care_options(verb, options);
  add_score_option(verb, options);
  add_label_option(verb, options);
  add_count_options(verb, options);
  add_positive_option(verb, options);
}

void add_report_options(CLI::App& verb, ReportOptions& options) {
  verb.add_flag("--json", options.json, "For machines: every number with all its digits");
  add_option(verb, "--html", options.html, "FILE",
             "Write a report to look at; - for standard output");
}

void add_title_option(CLI::App& verb, ReportOptions& options) {
  add_option(verb, "--title", options.title, "TEXT", "The title of the report, for --html");
}

}  // namespace calibrant::cli
