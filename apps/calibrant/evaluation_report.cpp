// The findings for looking at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/suspicion.hpp"
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

/// "women got 41 % fewer positives than predicted".
std::string subgroup_words(const Subgroup& subgroup) {
  const auto& ratio = subgroup.evaluation.card.observed_expected;
  if (!ratio) return subgroup.name + " got positives where none were predicted";
  const double excess = 100 * (*ratio - 1);
  if (std::abs(excess) < 0.5) return subgroup.name + " is too extreme or not extreme enough";
  return fmt::format("{} got {:.0f}\u00A0% {} positives than predicted", subgroup.name,
                     std::abs(excess), excess > 0 ? "more" : "fewer");
}

/// The subgroups that are off, those of the smallest p first.
std::string headline(const Findings& findings, std::size_t off) {
  constexpr std::size_t kNamed = 3;
  const std::size_t all = findings.subgroups.size();
  if (off == 0) {
    return all == 1 ? "The only subgroup is not off by more than chance."
                    : fmt::format("None of the {} subgroups is off by more than chance.", all);
  }
  std::vector<const Subgroup*> worst;
  for (const Subgroup& subgroup : findings.subgroups) {
    if (subgroup.off) worst.push_back(&subgroup);
  }
  std::ranges::stable_sort(worst, {}, [](const Subgroup* one) { return *one->adjusted_p; });
  std::vector<std::string> named;
  for (const Subgroup* one : worst) {
    if (named.size() < kNamed) named.push_back(subgroup_words(*one));
  }
  if (off > kNamed) named.push_back(fmt::format("and {} more", off - kNamed));
  return fmt::format("{} of {} subgroup{} {} off by more than chance: {}.", off, all,
                     all == 1 ? "" : "s", off == 1 ? "is" : "are", fmt::join(named, ", "));
}

/// A page of 300 kB for any number of subgroups: the worst, and how many more there are.
constexpr std::size_t kMostSubgroups = 200;

void add_subgroups(report::ReportInput& input, const Findings& findings) {
  const auto off =
      static_cast<std::size_t>(std::ranges::count(findings.subgroups, true, &Subgroup::off));
  input.subgroups_off = off > 0;
  input.subgroups_headline = headline(findings, off);
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
  input.title = options.title.value_or("Calibration report: " + file_words(findings.file));
  input.execution = {.threads = options.execution.threads};
  if (before != nullptr) {
    input.subject = fmt::format("The probabilities in column {}", before->column);
    input.before = assessed(*before);
    input.after = assessed(findings);
    input.after_words = fmt::format("Calibrated, in column {}", findings.column);
    input.warnings = inspect(*before->seen);
    for (const Warning& warning : inspect(*findings.seen)) {
      if (std::ranges::find(input.warnings, warning.message, &Warning::message) ==
          input.warnings.end()) {
        input.more_warnings.push_back("column " + findings.column + ": " + warning.message);
      }
    }
  } else {
    input.warnings = inspect(*findings.seen);
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
