// calibrant watch: is a model that was fitted long ago still calibrated?
#include "calibrant/watch.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "calibrant/model_file.hpp"
#include "calibrant/report.hpp"
#include "common/class_columns.hpp"
#include "common/input_options.hpp"
#include "common/output.hpp"
#include "common/verbs.hpp"
#include "csv/class_rows.hpp"
#include "csv/input.hpp"
#include "support/legible.hpp"
#include "system/numbers.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kWatchExamples = R"(Examples:
  calibrant watch model.json monday.csv --state watch.json
      Adds the rows of Monday to those watched before. Exit code 3 says that the model is not
      calibrated any more.
  calibrant watch model.json new.csv --state watch.json --time when --html watch.html
      Rows in the order of the column when, and a page to look at.)";

struct WatchVerb {
  std::string model;
  InputOptions input;
  std::optional<std::string> classes;
  std::string state;
  std::optional<double> alpha;
  ReportOptions report;
  std::string prometheus;
};

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = system::read_double(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// Numbers if all are numbers, else texts, as 2026-03-01T12:00 is.
class TimeOrder {
 public:
  explicit TimeOrder(const std::vector<std::string>& times)
      : numbers_(std::ranges::all_of(
            times, [](const std::string& time) { return number_of(time).has_value(); })) {}

  bool before(const std::string& a, const std::string& b) const {
    if (!numbers_) return a < b;
    const auto one = number_of(a);
    const auto two = number_of(b);
    return one && two && *one < *two;
  }

 private:
  bool numbers_;
};

template <class Rows>
void sort_by_time(Rows& rows, std::size_t width, const std::string& path, const Watch& watch) {
  const TimeOrder order(rows.times);
  std::vector<std::size_t> places(rows.times.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    return order.before(rows.times[a], rows.times[b]);
  });
  const auto arrange = [&](auto& values, std::size_t each) {
    std::remove_reference_t<decltype(values)> sorted;
    sorted.reserve(values.size());
    for (const std::size_t place : places) {
      for (std::size_t k = 0; k < each; ++k) sorted.push_back(values[place * each + k]);
    }
    values = std::move(sorted);
  };
  arrange(rows.scores, width);
  arrange(rows.labels, 1);
  arrange(rows.times, 1);
  if constexpr (requires { rows.subgroups; }) {
    if (!rows.subgroups.empty()) arrange(rows.subgroups, 1);
  }
  if (!watch.last_time().empty() && order.before(rows.times.front(), watch.last_time())) {
    throw Error(fmt::format("{}: a row of {} is older than {}, the newest row that was watched",
                            path, shown(rows.times.front()), shown(watch.last_time())));
  }
}

// A curve's model, or one with groups.
void add(const Model& model, const CsvRows& rows, Watch& watch) {
  std::vector<double> probabilities(rows.size());
  if (const auto* grouped = std::get_if<GroupedModel>(&model)) {
    std::vector<std::uint32_t> group_of;  // each name of the file
    for (const std::string& name : rows.subgroup_names) group_of.push_back(grouped->find(name));
    std::vector<std::uint32_t> groups;
    for (const std::uint32_t name : rows.subgroups) groups.push_back(group_of[name]);
    apply(*grouped, rows.scores, groups, probabilities);
  } else {
    apply(std::get<Curve>(model), rows.scores, probabilities);
  }
  watch.update(probabilities, rows.labels, rows.times);
}

void add(const MulticlassModel& model, const ClassRows& rows, Watch& watch) {
  std::vector<double> probabilities(rows.scores.size());
  apply(model, rows.scores, probabilities);
  if (model.classes() > 2) {
    watch.update(probabilities, rows.labels, rows.times);
    return;
  }
  // Two classes: the probability of the second.
  std::vector<double> second;
  for (std::size_t i = 1; i < probabilities.size(); i += 2) second.push_back(probabilities[i]);
  const std::vector<std::uint8_t> labels(rows.labels.begin(), rows.labels.end());
  watch.update(second, labels, rows.times);
}

// Adds all rows. Without --time they come in the order of the file, and memory does not grow with
// their number. Throws Error if they are older than what was watched before.
void watch_rows(const Model& model, const InputOptions& input,
                const std::optional<ClassColumns>& columns, Watch& watch) {
  if (columns) {
    const auto& classes = std::get<MulticlassModel>(model);
    if (!input.time) {
      read_class_parts(input, *columns, {},
                       [&](const ClassRows& rows) { add(classes, rows, watch); });
      return;
    }
    ClassRows rows = read_class_rows(input, *columns, {});
    sort_by_time(rows, columns->columns.size(), input.path, watch);
    add(classes, rows, watch);
    return;
  }
  if (!input.time) {
    read_row_parts(input, [&](const CsvRows& rows) { add(model, rows, watch); });
    return;
  }
  CsvRows rows = read_rows(input);
  sort_by_time(rows, 1, input.path, watch);
  add(model, rows, watch);
}

Watch begin_watch(const WatchVerb& verb, const Model& model) {
  WatchOptions options = {.alpha = verb.alpha.value_or(WatchOptions().alpha),
                          .model = fingerprint(model)};
  if (const auto* classes = std::get_if<MulticlassModel>(&model)) {
    if (classes->classes() > 2) options.classes = classes->names();
  }
  std::error_code error;
  if (!std::filesystem::exists(verb.state, error)) {
    try {
      return Watch(options);
    } catch (const OptionError& problem) {
      throw UsageError(std::string("--") + problem.what());
    }
  }
  Watch watch = load_watch(verb.state);
  if (watch.options().model != options.model) {
    throw Error(fmt::format("{}: watches another model than {}", verb.state, verb.model));
  }
  if (verb.alpha && *verb.alpha != watch.options().alpha) {
    throw UsageError(
        fmt::format("--alpha: {} was begun with {}", verb.state, watch.options().alpha));
  }
  return watch;
}

void run_watch(WatchVerb verb) {
  for (const std::string& output : {verb.state, verb.report.html, verb.prometheus}) {
    check_not_input(output, {verb.model, verb.input.path});
  }
  const Model model = load(verb.model);
  if (std::holds_alternative<AcpModel>(model)) {
    throw Error(verb.model + ": is an ACP model, which watch does not take");
  }
  const auto columns = columns_for(model, class_columns("--score", verb.input, verb.classes),
                                   verb.model, verb.input);
  if (const auto* grouped = std::get_if<GroupedModel>(&model)) {
    if (!verb.input.by) verb.input.by = grouped->by();
  } else if (verb.input.by) {
    throw UsageError(fmt::format("--by: {} has no groups", verb.model));
  }
  Watch watch = begin_watch(verb, model);
  watch_rows(model, verb.input, columns, watch);
  if (!watch.end_batch()) {
    throw Error(
        fmt::format("{}: these rows were watched before (nothing was changed)", verb.input.path));
  }
  const ReportNames names = {.title = verb.report.title.value_or(""),
                             .file = verb.input.path,
                             .command = verb.report.command};
  // Everything that can fail comes before the state is replaced.
  if (!verb.report.html.empty()) write_output(verb.report.html, to_page(watch, names));
  if (!verb.prometheus.empty()) write_output(verb.prometheus, to_prometheus(watch));
  save(watch, verb.state);
  if (verb.report.html != "-")
    write_output("-", verb.report.json ? to_json(watch, names) : to_text(watch, names));
  if (watch.finding().alarm) throw Alarm();
}

}  // namespace

void add_watch(CLI::App& app, const std::string& command) {
  auto options = std::make_shared<WatchVerb>();
  options->report.command = command;
  CLI::App* verb = app.add_subcommand("watch", "Raise an alarm when a model is calibrated no more");
  verb->footer(kWatchExamples);
  add_option(*verb, "MODEL", options->model, "FILE", "Model file")->required();
  add_option(*verb, "ROWS", options->input.path, "FILE",
             "CSV file with scores and labels, in the order of time; - for standard input")
      ->required();
  add_option(*verb, "--state", options->state, "FILE",
             "What is remembered from call to call; made by the first call")
      ->required();
  add_option(*verb, "--alpha", options->alpha, "NUMBER",
             "The chance that a false alarm ever comes (default 0.05)");
  add_option(*verb, "--time", options->input.time, "COLUMN",
             "When a row happened; sorts the rows (default: they are in order)");
  add_report_options(*verb, options->report);
  add_title_option(*verb, options->report);
  add_option(*verb, "--prometheus", options->prometheus, "FILE",
             "Write evidence, alarm and rows for a dashboard");
  add_score_option(*verb, options->input);
  add_model_groups_option(*verb, options->input);
  add_label_option(*verb, options->input);
  add_positive_option(*verb, options->input);
  add_classes_option(*verb, options->classes);
  add_care_options(*verb, options->input);
  add_format_options(*verb, options->input);
  add_threads_option(*verb, options->input);
  verb->callback([options] { run_watch(*options); });
}

}  // namespace calibrant::cli
