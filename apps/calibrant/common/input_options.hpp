// Flags that several verbs have: which file is read, and how; what is said.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "csv/input.hpp"

namespace calibrant::cli {

/// Adds an option to a verb; --help calls its value `type`.
template <class Value>
CLI::Option* add_option(CLI::App& verb, const std::string& names, Value& value, const char* type,
                        const std::string& help) {
  return verb.add_option(names, value, help)->type_name(type);
}

/// Adds the name of the CSV file, which must be given.
void add_input_file(CLI::App& verb, const std::string& name, InputOptions& options);

/// One character, or "tab" or "\\t". Throws UsageError.
char parse_delimiter(const std::string& text);

/// Adds --delimiter and --decimal.
void add_format_options(CLI::App& verb, InputOptions& options);

/// Adds --skip-missing and --strict.
void add_care_options(CLI::App& verb, InputOptions& options);

/// Adds --score.
void add_score_option(CLI::App& verb, InputOptions& options);

void add_label_option(CLI::App& verb, InputOptions& options);
void add_positive_option(CLI::App& verb, InputOptions& options);

/// Adds --weight, --negatives and --positives.
void add_count_options(CLI::App& verb, InputOptions& options);

/// Adds --by of verbs that take a model.
void add_model_groups_option(CLI::App& verb, InputOptions& options);

/// Adds --lower and --upper; `whose` stands in brackets.
void add_bound_options(CLI::App& verb, InputOptions& options, const std::string& whose);

void add_threads_option(CLI::App& verb, InputOptions& options);

/// Adds --delimiter, --decimal, --skip-missing, --strict, --score, --label, --weight, --negatives,
/// --positives and --positive.
void add_input_options(CLI::App& verb, InputOptions& options);

/// How a verb says what it found: in words or as JSON, and on a page.
struct ReportOptions {
  bool json = false;
  std::string html = {};  ///< a file; empty: no page
  std::optional<std::string> title = {};
  std::string command = {};  ///< what the page names as its origin
};

/// Adds --json and --html.
void add_report_options(CLI::App& verb, ReportOptions& options);
void add_title_option(CLI::App& verb, ReportOptions& options);

}  // namespace calibrant::cli
