// Flags that say which file is read, and how.
#pragma once

#include <string>

#include "csv/input.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

/// One character, or "tab" or "\\t". Throws UsageError.
char parse_delimiter(const std::string& text);

/// Adds --delimiter and --decimal.
void add_format_options(CLI::App& verb, InputOptions& options);

/// Adds --skip-missing and --strict.
void add_care_options(CLI::App& verb, InputOptions& options);

/// Adds --score.
void add_score_option(CLI::App& verb, InputOptions& options);

/// Adds the options of both, --score, --label, --weight, --negatives, --positives, --positive.
void add_input_options(CLI::App& verb, InputOptions& options);

}  // namespace calibrant::cli
