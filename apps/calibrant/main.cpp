// The command line: one verb, one file. Results go to standard output, everything else to standard
// error. Exit codes: 0 done, 2 bad input, 3 an alarm of watch, 64 wrong usage.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include "calibrant/error.hpp"
#include "calibrant/version.hpp"
#include "common/output.hpp"
#include "common/signals.hpp"
#include "common/usage.hpp"
#include "common/verbs.hpp"
#include "support/legible.hpp"

namespace {

constexpr int kAlarm = 3;
constexpr int kWrongUsage = 64;

// One line, whatever a name in it holds.
void complain(const std::string& message) {
  std::fputs(("calibrant: " + calibrant::legible(message) + "\n").c_str(), stderr);
}

// Where the verb that was chosen is explained.
std::string help_for(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return " (see calibrant " + (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help)";
}

int run(int argc, char** argv) {
  CLI::App app("Turns classifier scores into probabilities.", "calibrant");
  app.set_version_flag("--version", calibrant::version());
  app.require_subcommand(1);
  calibrant::cli::add_verbs(app, calibrant::cli::command_line(argc, argv));
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app.exit(error, text, text);
      calibrant::cli::write_output("-", text.str());
      return 0;
    }
    complain(calibrant::cli::usage_problem(app, error) + help_for(app));
  } catch (const calibrant::cli::UsageError& error) {
    complain(error.what() + help_for(app));
  } catch (const calibrant::cli::Alarm&) {
    return kAlarm;
  }
  return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  calibrant::cli::handle_signals();
  calibrant::cli::handle_no_memory();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs(calibrant::cli::kNoMemory, stderr);
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return calibrant::cli::kBadInput;
}
