// calibrant-reproduce: the paper's experiments, table by table. A program of its own, which is not
// shipped: it alone needs LIBLINEAR, LIBSVM and Eigen. Exit codes as of calibrant.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "calibrant/error.hpp"
#include "calibrant/version.hpp"
#include "common/output.hpp"
#include "common/progress_bar.hpp"
#include "common/signals.hpp"
#include "common/verbs.hpp"
#include "data/uci.hpp"
#include "output/reproduction.hpp"

namespace calibrant::cli {
namespace {

using namespace experiments;

constexpr const char* kExamples = R"(Examples:
  calibrant-reproduce --data uci
      Every table, with UCI's adult.data, adult.test, SPECT.train and SPECT.test in uci/.
  calibrant-reproduce --repeats 20 --no-timing --out quick
      The simulations and the stand-in only, in half a minute.)";

struct Settings {
  std::string data;
  std::string out = "reproduction";
  StudyOptions options;
  bool timing = true;
  unsigned threads = 0;
};

// The comparison of calibration sets trains seven classifiers per repeat: fewer repeats do.
constexpr std::size_t kMostSchemeRepeats = 20;

void say(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }

// Longer than one wants to wait in silence: each part is announced, terminal or not.
Execution begin(const Settings& settings, const char* job) {
  say(fmt::format("{} …", job));
  return with_progress(settings.threads, job);
}

// "name.md", "name.html" and "name.csv".
template <class Results>
void write_all(const std::filesystem::path& directory, const std::string& name,
               const Results& results) {
  const Document document = describe(results);
  const std::string path = (directory / name).string();
  write_output(path + ".md", to_markdown(document));
  write_output(path + ".html", to_html(document));
  write_output(path + ".csv", to_csv(results));
}

std::filesystem::path make_directory(const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(name, error);
  if (error || !std::filesystem::is_directory(name)) {
    throw Error(fmt::format("{}: cannot be made a directory", name));
  }
  return name;
}

Reproduction run_experiments(const Settings& settings) {
  Reproduction result;
  result.options = settings.options;
  result.missing = missing_files(settings.data);
  if (!result.missing.empty()) {
    say(fmt::format(
        "Files are missing, and the experiments that need them are left out. In {}:\n{}\n",
        settings.data.empty() ? "a directory named by --data" : settings.data,
        fmt::join(result.missing, "\n")));
  }
  const std::vector<Experiment> experiments = list_experiments(settings.data);
  StudyOptions options = settings.options;
  options.execution = begin(settings, "the paper's tables");
  result.tables = run_study(experiments, options);
  options.repeats = result.scheme_repeats = std::min(settings.options.repeats, kMostSchemeRepeats);
  options.execution = begin(settings, "calibration sets");
  result.schemes = compare_schemes(experiments, options);
  result.cache_errors = measure_cache_errors(experiments, settings.options.seed);
  return result;
}

void reproduce(const Settings& settings) {
  if (settings.options.repeats < 2) {
    throw UsageError("--repeats: at least 2 were expected (a spread needs two)");
  }
  const std::filesystem::path out = make_directory(settings.out);
  write_all(out, "tables", run_experiments(settings));
  if (settings.timing) {
    write_all(out, "timing", measure_timings(begin(settings, "time complexity")));
  }
  write_output("-", fmt::format("{}\n", (out / "tables.html").string()));
}

void add_options(CLI::App& app, Settings& settings) {
  app.footer(kExamples);
  app.set_version_flag("--version", version());
  app.add_option("--data", settings.data,
                 "Directory with adult.data, adult.test, SPECT.train and SPECT.test")
      ->type_name("DIR");
  app.add_option("--out", settings.out, "Where the tables go (default reproduction)")
      ->type_name("DIR");
  app.add_option("--repeats", settings.options.repeats, "How many random splits (default 100)")
      ->type_name("COUNT");
  app.add_option("--seed", settings.options.seed, "Of the simulations and splits (default 1)")
      ->type_name("NUMBER");
  app.add_flag("--no-timing{false}", settings.timing,
               "Leave the time table out: all other files are the same bytes for one seed");
  app.add_option("--threads", settings.threads, "How many threads (default all)")
      ->type_name("COUNT");
}

int run(int argc, char** argv) {
  constexpr int kWrongUsage = 64;
  const auto complain = [](const char* message) {
    say(fmt::format("calibrant-reproduce: {} (see calibrant-reproduce --help)", message));
  };
  CLI::App app("The paper's experiments, table by table.", "calibrant-reproduce");
  Settings settings;
  add_options(app, settings);
  try {
    app.parse(argc, argv);
    reproduce(settings);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    complain(error.what());
  } catch (const UsageError& error) {
    complain(error.what());
  }
  return kWrongUsage;
}

}  // namespace
}  // namespace calibrant::cli

int main(int argc, char** argv) {
  using namespace calibrant::cli;
  handle_signals();
  handle_no_memory();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs(kNoMemory, stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibrant-reproduce: %s\n", error.what());
  }
  return kBadInput;
}
