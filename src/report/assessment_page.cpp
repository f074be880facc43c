// An assessment for looking at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/report.hpp"
#include "calibrant/suspicion.hpp"
#include "report/facts.hpp"
#include "report/format.hpp"
#include "report/report.hpp"

namespace calibrant {
namespace {

using report::Assessed;
using report::Facts;
using report::fixed;
using report::ReportInput;
using report::Table;

Assessed assessed(const Assessment& assessment, const std::string& name) {
  return {.name = name,
          .predictions = assessment.predictions,
          .card = assessment.all.card,
          .intervals = assessment.all.intervals};
}

Table subgroups_table(const Assessment& assessment) {
  Table table = {.caption = "Subgroups by " + *assessment.by +
                            "; those that stand out are off by more than chance"};
  table.columns = {{*assessment.by, false}, {"rows"},          {"positive"}, {"log loss"}, {"AUC"},
                   {"observed / expected"}, {"95 % interval"}, {"p (Holm)"}};
  for (const AssessedRows& part : assessment.subgroups) {
    const Scorecard& card = part.card;
    const auto& range = part.intervals.observed_expected;
    const auto number = [](std::optional<double> value) { return value ? fixed(*value, 3) : "–"; };
    const auto& p = part.adjusted_p;
    if (part.off) table.marked.push_back(table.rows.size());
    table.rows.push_back({part.name, report::count(card.weight), report::percent(card.prevalence),
                          fixed(card.log_loss, 3), number(card.auc), number(card.observed_expected),
                          range ? fixed(range->lower, 3) + " to " + fixed(range->upper, 3) : "–",
                          p ? report::p_value(*p) : "–"});
  }
  return table;
}

/// "women got 41 % fewer positives than predicted".
std::string subgroup_words(const AssessedRows& subgroup) {
  const auto& ratio = subgroup.card.observed_expected;
  if (!ratio) return subgroup.name + " got positives where none were predicted";
  const double excess = 100 * (*ratio - 1);
  if (std::abs(excess) < 0.5) return subgroup.name + " is too extreme or not extreme enough";
  return fmt::format("{} got {:.0f}\u00A0% {} positives than predicted", subgroup.name,
                     std::abs(excess), excess > 0 ? "more" : "fewer");
}

/// The subgroups that are off, those of the smallest p first.
std::string headline(const Assessment& assessment, std::size_t off) {
  constexpr std::size_t kNamed = 3;
  const std::size_t all = assessment.subgroups.size();
  if (off == 0) {
    return all == 1 ? "The only subgroup is not off by more than chance."
                    : fmt::format("None of the {} subgroups is off by more than chance.", all);
  }
  std::vector<const AssessedRows*> worst;
  for (const AssessedRows& subgroup : assessment.subgroups) {
    if (subgroup.off) worst.push_back(&subgroup);
  }
  std::ranges::stable_sort(worst, {}, [](const AssessedRows* one) { return *one->adjusted_p; });
  std::vector<std::string> named;
  for (const AssessedRows* one : worst) {
    if (named.size() < kNamed) named.push_back(subgroup_words(*one));
  }
  if (off > kNamed) named.push_back(fmt::format("and {} more", off - kNamed));
  return fmt::format("{} of {} subgroup{} {} off by more than chance: {}.", off, all,
                     all == 1 ? "" : "s", off == 1 ? "is" : "are", fmt::join(named, ", "));
}

/// A page of 300 kB for any number of subgroups: the worst, and how many more there are.
constexpr std::size_t kMostSubgroups = 200;

void add_subgroups(ReportInput& input, const Assessment& assessment) {
  const auto off =
      static_cast<std::size_t>(std::ranges::count(assessment.subgroups, true, &AssessedRows::off));
  input.subgroups_off = off > 0;
  input.subgroups_headline = headline(assessment, off);
  input.subgroups_verdict = fmt::format(
      "{} of {} off by more than chance (total and Spiegelhalter's test together, Holm's "
      "correction, 5 %).",
      off == 0 ? "None" : std::to_string(off), assessment.subgroups.size());
  if (assessment.subgroups.size() <= kMostSubgroups) {
    input.subgroups.push_back(subgroups_table(assessment));
    return;
  }
  Assessment shown = assessment;
  std::ranges::stable_sort(shown.subgroups, {},
                           [](const AssessedRows& one) { return one.adjusted_p.value_or(2); });
  shown.subgroups.resize(kMostSubgroups);
  input.subgroups_verdict += fmt::format(" The {} with the smallest p are listed.", kMostSubgroups);
  input.subgroups.push_back(subgroups_table(shown));
}

}  // namespace

std::string to_page(const Assessment& assessment, const ReportNames& names,
                    const Assessment* before) {
  const std::string column = names.columns.empty() ? "" : "column " + names.columns[0];
  ReportInput input;
  input.title = report::title_of(names);
  input.execution = assessment.options.execution;
  if (before != nullptr) {
    const std::string first = names.before.empty() ? "" : "column " + names.before;
    input.subject = "The probabilities " + (first.empty() ? "before calibration" : "in " + first);
    input.before = assessed(*before, first.empty() ? "before calibration" : first);
    input.after = assessed(assessment, column.empty() ? "after calibration" : column);
    input.after_words = "Calibrated" + (column.empty() ? "" : ", in " + column);
    input.warnings = inspect(before->predictions);
    for (const Warning& warning : inspect(assessment.predictions)) {
      if (std::ranges::find(input.warnings, warning.message, &Warning::message) ==
          input.warnings.end()) {
        input.more_warnings.push_back((column.empty() ? "after calibration" : column) + ": " +
                                      warning.message);
      }
    }
  } else {
    input.warnings = inspect(assessment.predictions);
    input.subject = "The probabilities";
    input.before = assessed(assessment, column.empty() ? "the probabilities" : column);
  }
  if (assessment.by) add_subgroups(input, assessment);
  Facts& facts = input.appendix;
  report::add_file_facts(facts, "File", "Probabilities", names);
  report::add_data_facts(facts, "Data", assessment.all.rows, assessment.predictions);
  report::add_bootstrap_fact(facts, assessment.options.repeats, assessment.options.seed);
  report::add_origin_facts(facts, names.command);
  return report::calibration_report(input);
}

}  // namespace calibrant
