// What main() knows of the verbs.
#pragma once

#include <string>

#include "calibrant/error.hpp"

namespace CLI {
class App;
}

namespace calibrant::cli {

/// Options that do not fit together: exit code 64, unlike errors in the data.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Everything was done, and the rows that were watched speak against the model: exit code 3.
struct Alarm {};

// Each adds its subcommand, with a callback that does the work; each lives in a file of its name.
void add_fit(CLI::App& app);
void add_apply(CLI::App& app);
// `command` is what reports name as their origin.
void add_evaluate(CLI::App& app, const std::string& command);
void add_compare(CLI::App& app, const std::string& command);
void add_watch(CLI::App& app, const std::string& command);
void add_export(CLI::App& app);
void add_sql(CLI::App& app);
void add_reproduce(CLI::App& app);

/// All of them, in the order of --help.
void add_verbs(CLI::App& app, const std::string& command);

/// The words as a shell would take them.
std::string command_line(int argc, const char* const* argv);

}  // namespace calibrant::cli
