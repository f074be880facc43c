#include "class_evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "csv/class_rows.hpp"
#include "csv/number.hpp"
#include "evaluation_json.hpp"
#include "evaluation_words.hpp"
#include "metrics/holm.hpp"
#include "support/legible.hpp"
#include "support/parallel.hpp"
#include "text_table.hpp"

namespace calibrant::cli {
namespace {

bool is_off(const std::optional<double>& adjusted_p) {
  return adjusted_p && *adjusted_p <= 1 - kLevel;
}

struct Line {
  const char* name;
  const char* title;
  double value;
  std::optional<MeasureInterval> interval;
};

std::vector<Line> lines_of(const ClassFindings& findings) {
  const MulticlassScorecard& card = findings.card;
  return {{"log_loss", "log loss", card.log_loss, findings.log_loss},
          {"brier", "Brier score, 0 to 2", card.brier, {}},
          {"accuracy", "accuracy", card.accuracy, findings.accuracy},
          {"top_label_ece", "top-label ECE", card.top_label_ece, findings.top_label_ece},
          {"top_label_mce", "top-label MCE", card.top_label_mce, findings.top_label_mce},
          {"class_wise_ece", "class-wise ECE", card.class_wise_ece, {}}};
}

std::string measures_text(const ClassFindings& findings) {
  const bool intervals = findings.log_loss || findings.accuracy;
  TextTable table;
  table.columns = {{"measure", Align::kLeft}, {"value", Align::kRight}};
  if (intervals) {
    table.columns.push_back({fmt::format("{:g} % interval", 100 * kLevel), Align::kRight});
    table.columns.push_back({"by chance", Align::kRight});
  }
  for (const auto& [name, title, value, interval] : lines_of(findings)) {
    table.rows.push_back({title, number(value)});
    if (!intervals) continue;
    table.rows.back().push_back(interval ? range(interval) : "");
    table.rows.back().push_back(interval && interval->by_chance ? number(interval->by_chance) : "");
  }
  return render(table);
}

std::string classes_text(const ClassFindings& findings) {
  TextTable table;
  table.columns = {{"class", Align::kLeft},      {"share", Align::kRight},
                   {"predicted", Align::kRight}, {"ECE", Align::kRight},
                   {"AUC", Align::kRight},       {"obs / exp", Align::kRight},
                   {"p (Holm)", Align::kRight}};
  for (std::size_t k = 0; k < findings.card.classes.size(); ++k) {
    const Scorecard& card = findings.card.classes[k];
    const auto predicted = card.observed_expected && *card.observed_expected > 0
                               ? std::optional(card.prevalence / *card.observed_expected)
                               : std::nullopt;
    table.rows.push_back({findings.columns.classes[k], percent(card.prevalence),
                          predicted ? percent(*predicted) : "-", number(card.ece), number(card.auc),
                          number(card.observed_expected), number(findings.adjusted_p[k])});
  }
  std::string text = render(table);
  const auto off = std::ranges::count_if(findings.adjusted_p, is_off);
  const char* test =
      "by more than chance (total and Spiegelhalter's test together, Holm's correction, 5 %)";
  if (off == 0) return text + fmt::format("No class is off {}.\n", test);
  return text + fmt::format("{} of {} classes {} off {}.\n", off, findings.adjusted_p.size(),
                            off == 1 ? "is" : "are", test);
}

void bootstrap_findings(const MulticlassPredictions& seen, const EvaluationOptions& options,
                        ClassFindings& findings) {
  const BootstrapOptions bootstrap_options = {.repeats = options.repeats,
                                              .level = kLevel,
                                              .bins = options.bins,
                                              .seed = options.seed,
                                              .execution = options.execution};
  findings.log_loss = bootstrap(seen.own, bootstrap_options).log_loss;
  const ScorecardIntervals top = bootstrap(seen.top, bootstrap_options);
  findings.accuracy = top.prevalence;  // of being right
  findings.top_label_ece = top.ece;
  findings.top_label_mce = top.mce;
}

}  // namespace

ClassFindings evaluate_classes(const InputOptions& input, const ClassColumns& columns,
                               const EvaluationOptions& options) {
  ClassFindings findings{.file = input.path, .columns = columns};
  const ClassRows rows = read_class_rows(input, columns, {.distributions = true});
  findings.rows = rows.size();
  findings.warnings =
      inspect_classes(shown(columns.classes), rows.class_weights(columns.classes.size()));
  const MulticlassPredictions seen =
      observe_predictions(rows.scores, rows.labels, columns.classes.size(), rows.weights);
  findings.card = evaluate(
      seen, {.bins = options.bins, .execution = {.threads = thread_count(options.execution)}});
  std::vector<std::optional<double>> p;
  const double smallest = metrics::smallest_of(seen.classes.size(), 1 - kLevel);
  for (const Observations& one : seen.classes) {
    const auto test = calibration_test(one, {.smallest = smallest});
    p.push_back(test ? std::optional(test->p) : std::nullopt);
  }
  findings.adjusted_p = metrics::holm(p);
  if (options.repeats > 0) bootstrap_findings(seen, options, findings);
  return findings;
}

std::string to_text(const ClassFindings& findings) {
  const auto rows = static_cast<double>(findings.rows);
  const double weight = findings.card.weight;
  return fmt::format("{}: {}{} of {} classes; probabilities from columns {}\n\n{}\n{}",
                     findings.file == "-" ? "standard input" : legible(findings.file),
                     counted(rows, "row", "rows"),
                     weight == rows ? "" : fmt::format(" of weight {:.10g}", weight),
                     findings.columns.classes.size(),
                     legible(fmt::format("{}", fmt::join(findings.columns.columns, ", "))),
                     measures_text(findings), classes_text(findings));
}

std::string to_json(const ClassFindings& findings, const EvaluationOptions& options) {
  OrderedJson json;
  json["file"] = findings.file;
  json["probability"] = findings.columns.columns;
  json["level"] = kLevel;
  json["bootstrap"] = options.repeats;
  json["seed"] = options.seed;
  json["rows"] = findings.rows;
  json["weight"] = findings.card.weight;
  for (const Line& line : lines_of(findings)) {
    json["measures"][line.name] = measure_json(line.value, line.interval);
  }
  json["classes"] = OrderedJson::array();
  for (std::size_t k = 0; k < findings.card.classes.size(); ++k) {
    OrderedJson one;
    one["name"] = findings.columns.classes[k];
    one["off"] = is_off(findings.adjusted_p[k]);
    one["p_holm"] = json_of(findings.adjusted_p[k]);
    add_values(one, findings.card.classes[k]);
    json["classes"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace calibrant::cli
