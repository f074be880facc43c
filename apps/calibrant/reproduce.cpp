// calibrant reproduce: the paper's experiments, table by table.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "csv/output.hpp"
#include "data/uci.hpp"
#include "output/reproduction.hpp"
#include "progress_bar.hpp"
#include "verbs.hpp"

namespace calibrant::cli {
namespace {

using namespace experiments;

constexpr const char* kExamples = R"(Examples:
  calibrant reproduce --data uci
      Every table, with UCI's adult.data, adult.test, SPECT.train and SPECT.test in uci/.
  calibrant reproduce --repeats 20 --no-timing --out quick
      The simulations and the stand-in only, in half a minute.)";

struct ReproduceVerb {
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
Execution begin(const ReproduceVerb& verb, const char* job) {
  say(fmt::format("{} …", job));
  return with_progress(verb.threads, job);
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

Reproduction run_experiments(const ReproduceVerb& verb) {
  Reproduction result;
  result.options = verb.options;
  result.missing = missing_files(verb.data);
  if (!result.missing.empty()) {
    say(fmt::format("Adult and SPECT are left out. They need, in {}:\n{}\n",
                    verb.data.empty() ? "a directory named by --data" : verb.data,
                    fmt::join(result.missing, "\n")));
  }
  const std::vector<Experiment> experiments = list_experiments(verb.data);
  StudyOptions options = verb.options;
  options.execution = begin(verb, "the paper's tables");
  result.tables = run_study(experiments, options);
  options.repeats = result.scheme_repeats = std::min(verb.options.repeats, kMostSchemeRepeats);
  options.execution = begin(verb, "calibration sets");
  result.schemes = compare_schemes(experiments, options);
  result.cache_errors = measure_cache_errors(experiments, verb.options.seed);
  return result;
}

void run_reproduce(const ReproduceVerb& verb) {
  if (verb.options.repeats < 2) {
    throw UsageError("--repeats: at least 2 were expected (a spread needs two)");
  }
  const std::filesystem::path out = make_directory(verb.out);
  write_all(out, "tables", run_experiments(verb));
  if (verb.timing) {
    write_all(out, "timing", measure_timings(begin(verb, "time complexity")));
  }
  write_output("-", fmt::format("{}\n", (out / "tables.html").string()));
}

}  // namespace

void add_reproduce(CLI::App& app) {
  auto options = std::make_shared<ReproduceVerb>();
  CLI::App* verb = app.add_subcommand("reproduce", "The paper's experiments, table by table");
  verb->footer(kExamples);
  verb->add_option("--data", options->data,
                   "Directory with adult.data, adult.test, SPECT.train and SPECT.test")
      ->type_name("DIR");
  verb->add_option("--out", options->out, "Where the tables go (default reproduction)")
      ->type_name("DIR");
  verb->add_option("--repeats", options->options.repeats, "How many random splits (default 100)")
      ->type_name("COUNT");
  verb->add_option("--seed", options->options.seed, "Of the simulations and splits (default 1)")
      ->type_name("NUMBER");
  verb->add_flag("--no-timing{false}", options->timing,
                 "Leave the time table out: all other files are the same bytes for one seed");
  verb->add_option("--threads", options->threads, "How many threads (default all)")
      ->type_name("COUNT");
  verb->callback([options] { run_reproduce(*options); });
}

}  // namespace calibrant::cli
