#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "calibrant/measures.hpp"
#include "calibrant/words.hpp"
#include "report/decisions.hpp"
#include "report/format.hpp"
#include "report/sections.hpp"
#include "report/verdict.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

std::vector<MeasuredCard<Scorecard, ScorecardIntervals>> cards_of(const ReportInput& input) {
  std::vector<MeasuredCard<Scorecard, ScorecardIntervals>> cards;
  for (const auto* one : {&input.before, &input.after}) {
    if (*one) cards.push_back({&(*one)->card, &(*one)->intervals});
  }
  return cards;
}

// ---- Sections

void add_reliability(Page& page, const ReportInput& input, const Diagnoses& found) {
  page.section(input.before && input.after ? "Before and after" : "Predicted and observed");
  std::vector<FigureWithData> plots;
  const auto add = [&](const Assessed& one, const Diagnosis& diagnosis) {
    plots.push_back(
        reliability_plot(one.predictions, diagnosis, upper_first(one.name), input.execution));
  };
  if (input.before) add(*input.before, *found.before);
  if (input.after) add(*input.after, *found.after);
  const bool log = add_side_by_side(page, std::move(plots));
  page.note(fmt::format(
      "Bins hold equally many rows; their bars are exact binomial intervals. The band is the 95 % "
      "credible band of the average over all binnings (ABB) of the probabilities.{}",
      log ? " The heights of the histogram are logarithmic." : ""));
}

Table off_table(const Assessed& one, const Diagnosis& diagnosis) {
  Table table = {.caption = upper_first(one.name) +
                            ": rows, and positives expected and observed, where the probabilities "
                            "are off by more than chance (all tests together: 5 %)",
                 .css_class = "wrap"};
  table.columns = {{"range", false}, {"they are", false}, {"rows"}, {"expected"}, {"observed"}};
  if (!diagnosis.on_the_whole.empty()) {
    table.rows.push_back({"on the whole", whole_name(diagnosis), count(diagnosis.weight),
                          count(std::round(diagnosis.expected)), count(diagnosis.observed)});
  }
  for (const OffRange& range : diagnosis.off) {
    table.rows.push_back({range_numbers(diagnosis, range), range.too_high ? "too high" : "too low",
                          count(range.weight), count(std::round(range.expected)),
                          count(range.observed)});
  }
  return table;
}

void add_where_wrong(Page& page, const ReportInput& input, const Diagnoses& found) {
  page.section("Where it is wrong");
  if (const std::string little = too_little(input); !little.empty()) {
    page.paragraph(little + " to tell.");
    return;
  }
  const bool before = found.before && !found.before->fine();
  const bool after = found.after && !found.after->fine();
  if (before) page.add(off_table(*input.before, *found.before));
  if (after) page.add(off_table(*input.after, *found.after));
  const std::string beside = input.subgroups_off ? " over all rows; the subgroups are below." : ".";
  if (!before && !after) page.paragraph("Nowhere by more than chance" + beside);
  if (before && found.after && !after) {
    page.paragraph(input.after_words + ", nothing is left" + beside);
  }
  page.note("Small faults may hide behind the intervals: the fewer rows, the larger.");
}

Table averaged_table(const FittedMethod& fitted) {
  Table table = {.caption = "What " + fitted.method +
                            " averaged, or chose from: at most the 20 of the largest weight"};
  std::vector<Candidate> heaviest = fitted.curve.origin().candidates;
  const bool bases = std::ranges::any_of(heaviest, [](const auto& c) { return !c.base.empty(); });
  if (bases)
    table.columns = {
        {.title = "base", .number = false}, {"tau"}, {.title = "scale", .number = false}};
  for (const char* title : {"lambda", "log evidence", "weight"}) table.columns.push_back({title});
  std::ranges::stable_sort(heaviest, std::ranges::greater(), &Candidate::weight);
  heaviest.resize(std::min<std::size_t>(heaviest.size(), 20));
  for (const Candidate& candidate : heaviest) {
    std::vector<std::string>& row = table.rows.emplace_back();
    if (bases) {
      row = {candidate.base, candidate.tau ? significant(*candidate.tau, 3) : "",
             candidate.scale ? std::string(name_of(kScaleNames, *candidate.scale)) : ""};
    }
    row.push_back(candidate.lambda > 0 ? significant(candidate.lambda, 3) : "no bins");
    row.push_back(fixed(candidate.log_evidence, 2));
    row.push_back(percent(candidate.weight));
  }
  return table;
}

void add_fitted(Page& page, const FittedMethod& fitted) {
  page.section("The calibration curve");
  const FigureWithData plot = curve_plot(fitted.curve, fitted.scores, fitted.method);
  page.add(plot.figure, plot.data);
  const std::string account = describe(fitted.curve);
  if (!account.empty()) page.paragraph(account);
  const Table averaged = averaged_table(fitted);
  if (averaged.rows.size() > 1) page.add_folded(averaged, "What was averaged, or chosen from");
}

void add_decision_section(Page& page, const ReportInput& input) {
  page.section("Decisions");
  const Assessed& any = input.before ? *input.before : *input.after;
  const std::vector<double> thresholds = usual_thresholds(any.card.prevalence);
  std::vector<NamedDecisions> all;
  for (const auto* one : {&input.before, &input.after}) {
    if (*one) all.push_back({(*one)->name, decide((*one)->predictions, thresholds)});
  }
  add_decisions(page, all, any.card.prevalence, any.predictions.weight());
}

}  // namespace

std::string calibration_report(const ReportInput& input) {
  const Diagnoses found = diagnose_both(input);
  Page page(input.title);
  page.lead(verdict(input, found));
  if (const std::string warnings = warnings_words(input); !warnings.empty()) {
    page.warning("Check the data: " + warnings);
  }
  page.add(numbers_html(measures(), cards_of(input)));
  // Two things side by side: one diagram and its faults, or two diagrams, then curve and faults.
  const bool single = !input.fitted && !(input.before && input.after);
  if (single) page.begin_columns();
  add_reliability(page, input, found);
  if (!single) page.begin_columns();
  if (input.fitted) add_fitted(page, *input.fitted);
  add_where_wrong(page, input, found);
  page.end_columns();
  if (input.compared != nullptr) add_comparison(page, *input.compared);
  add_decision_section(page, input);
  if (!input.subgroups.empty()) {
    page.section("Subgroups");
    page.paragraph(input.subgroups_verdict);
    for (const Table& table : input.subgroups) page.add(table);
  }
  add_appendix(page, input.appendix);
  return page.to_html();
}

}  // namespace calibrant::report
