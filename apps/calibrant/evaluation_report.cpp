// The findings for looking at.
#include <fmt/format.h>

#include <algorithm>

#include "evaluation.hpp"
#include "report/format.hpp"
#include "report/report.hpp"
#include "report_input.hpp"

namespace calibrant::cli {
namespace {

report::Assessed assessed(const Findings& findings) {
  return {.name = "column " + findings.column,
          .predictions = *findings.seen,
          .card = findings.all.card,
          .intervals = findings.all.intervals};
}

report::Table subgroups_table(const Findings& findings) {
  using report::fixed;
  report::Table table = {.caption = "Subgroups by " + *findings.by +
                                    "; those that stand out are off by more than chance"};
  table.columns = {{*findings.by, false},   {"rows"},          {"positive"}, {"log loss"}, {"AUC"},
                   {"observed / expected"}, {"95 % interval"}, {"p (Holm)"}};
  for (const auto& [name, evaluation, adjusted, off] : findings.subgroups) {
    const Scorecard& card = evaluation.card;
    const auto& range = evaluation.intervals.observed_expected;
    const auto number = [](std::optional<double> value) { return value ? fixed(*value, 3) : "–"; };
    if (off) table.marked.push_back(table.rows.size());
    table.rows.push_back({name, report::count(card.weight), report::percent(card.prevalence),
                          fixed(card.log_loss, 3), number(card.auc), number(card.observed_expected),
                          range ? fixed(range->lower, 3) + " to " + fixed(range->upper, 3) : "–",
                          adjusted ? *adjusted < 0.0001 ? "< 0.0001" : fixed(*adjusted, 4) : "–"});
  }
  return table;
}

/// A page of 300 kB for any number of subgroups: the worst, and how many more there are.
constexpr std::size_t kMostSubgroups = 200;

void add_subgroups(report::ReportInput& input, const Findings& findings) {
  const auto off = std::ranges::count(findings.subgroups, true, &Subgroup::off);
  input.subgroups_verdict = fmt::format(
      "{} of {} off by more than chance (total and Spiegelhalter's test together, Holm's "
      "correction, 5 %).",
      off == 0 ? "None" : std::to_string(off), findings.subgroups.size());
  if (findings.subgroups.size() <= kMostSubgroups) {
    input.subgroups.push_back(subgroups_table(findings));
    return;
  }
  Findings shown = findings;
  std::ranges::stable_sort(shown.subgroups, {},
                           [](const Subgroup& one) { return one.adjusted_p.value_or(2); });
  shown.subgroups.resize(kMostSubgroups);
  input.subgroups_verdict += fmt::format(" The {} with the smallest p are listed.", kMostSubgroups);
  input.subgroups.push_back(subgroups_table(shown));
}

}  // namespace

std::string to_html(const Findings& findings, const Findings* before,
                    const EvaluationOptions& options, const std::string& command) {
  report::ReportInput input;
  input.title = "Calibration report: " + file_words(findings.file);
  input.execution = {.threads = options.execution.threads};
  if (before != nullptr) {
    input.subject = fmt::format("The probabilities in column {}", before->column);
    input.before = assessed(*before);
    input.after = assessed(findings);
    input.after_words = fmt::format("Calibrated, in column {}", findings.column);
  } else {
    input.subject = "The probabilities";
    input.before = assessed(findings);
  }
  if (findings.by) add_subgroups(input, findings);
  Facts& facts = input.appendix;
  facts.emplace_back("File", file_words(findings.file));
  facts.emplace_back("Probabilities", "column " + findings.column);
  add_data_facts(facts, "Data", findings.all.rows, *findings.seen);
  facts.emplace_back(
      "Intervals",
      options.repeats > 0
          ? fmt::format("of the numbers at the top: bootstrap, {} replicates, seed {}",
                        report::count(static_cast<double>(options.repeats)), options.seed)
          : "of the numbers at the top: none asked for");
  add_origin_facts(facts, command);
  return calibration_report(input);
}

}  // namespace calibrant::cli
