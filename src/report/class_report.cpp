#include "report/class_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibrant/measures.hpp"
#include "report/class_plots.hpp"
#include "report/class_words.hpp"
#include "report/format.hpp"
#include "report/sections.hpp"
#include "report/verdict.hpp"
#include "report/words.hpp"

namespace calibrant::report {
namespace {

/// Small diagrams, and classes in a confusion table.
constexpr std::size_t kMostDiagrams = 12;
constexpr std::size_t kMostInTable = 12;
/// A table of classes; --json has all of them.
constexpr std::size_t kMostListed = 100;

struct Shown {
  const MulticlassAssessment* assessment;
  std::string name;
};

std::vector<Shown> shown_of(const ClassReportInput& input) {
  std::vector<Shown> shown;
  if (input.before != nullptr) shown.push_back({input.before, input.before_name});
  if (input.after != nullptr) shown.push_back({input.after, input.after_name});
  return shown;
}

Table measures_table(const std::vector<Shown>& shown) {
  Table table = {.caption = "All measures, with 95 % intervals"};
  table.columns = {{"measure", false}};
  for (const Shown& one : shown) {
    table.columns.push_back({shown.size() > 1 ? one.name : "value"});
    table.columns.push_back({"interval"});
  }
  for (const MulticlassMeasure& measure : multiclass_measures()) {
    std::string title(measure.title);
    if (title.starts_with(' ')) title = "of which" + title.substr(title.find_last_of(' '));
    std::vector<std::string> cells = {title};
    for (const Shown& one : shown) {
      const auto value = measure.value(one.assessment->card);
      cells.push_back(number_text(value));
      cells.push_back(range_text(value, one.assessment->intervals.*measure.interval));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

void add_top_label(Page& page, const ClassReportInput& input, const std::vector<Shown>& shown) {
  page.section("The most likely class");
  std::vector<FigureWithData> plots;
  plots.reserve(shown.size());
  for (const Shown& one : shown) {
    plots.push_back(reliability_plot(one.assessment->top, one.assessment->diagnosis.top,
                                     upper_first(one.name), input.execution, right_or_wrong()));
  }
  const bool log = add_side_by_side(page, std::move(plots));
  page.note(
      fmt::format("Each row counts with its largest probability, which is right or wrong. Bins "
                  "hold equally many "
                  "rows. The histogram below shows how large these probabilities are.{}",
                  log ? " Its heights are logarithmic." : ""));
}

Table classes_table(const Shown& shown) {
  const MulticlassAssessment& one = *shown.assessment;
  const std::vector<std::size_t> order = worst_classes(one);
  Table table = {
      .caption = fmt::format(
          "{}: rows of each class, the worst first{}", upper_first(shown.name),
          order.size() > kMostListed ? fmt::format(" ({} of {})", kMostListed, order.size()) : ""),
      .css_class = "wrap"};
  table.columns = {{"class", false}, {"rows"}, {"predicted"}, {"p (Holm)"}, {"they are", false}};
  for (const std::size_t k : order) {
    if (table.rows.size() == kMostListed) break;
    const DiagnosedClass& found = one.diagnosis.classes[k];
    if (found.off()) table.marked.push_back(table.rows.size());
    table.rows.push_back(
        {one.classes[k].name, count(found.observed),
         found.expected < 10 ? significant(found.expected, 2) : count(std::round(found.expected)),
         p_value(found.p()), found.off() ? class_fault(found) : "not off"});
  }
  return table;
}

void add_classes(Page& page, const ClassReportInput& input, const std::vector<Shown>& shown) {
  page.section("The classes");
  const MulticlassAssessment& last = *shown.back().assessment;
  page.paragraph(classes_sentence(last));
  const std::vector<std::size_t> order = worst_classes(last);
  std::vector<FigureWithData> plots;
  for (const std::size_t k : order) {
    if (plots.size() == kMostDiagrams) break;
    const auto rows_of = [&](const MulticlassAssessment* one) {
      return one != nullptr ? &one->against_rest[k] : nullptr;
    };
    const std::string fault = class_fault(last.diagnosis.classes[k]);
    plots.push_back({class_plot({rows_of(input.before), rows_of(input.after)},
                                last.classes[k].name + (fault.empty() ? "" : ": " + fault))});
  }
  page.add(plots, "small");
  page.note(
      fmt::format("{}Bins hold equally many expected rows of the class. Bars are exact "
                  "binomial intervals of 95 %.",
                  order.size() > kMostDiagrams
                      ? fmt::format("The {} worst of {} classes. ", kMostDiagrams, order.size())
                      : ""));
  for (const Shown& one : shown) {
    const Table table = classes_table(one);
    if (one.assessment == &last) {
      page.add(table);
    } else {
      page.add_folded(table, "The classes, " + one.name);
    }
  }
}

void add_confusions(Page& page, const std::vector<Shown>& shown) {
  page.section("Which classes are confused");
  page.paragraph(confusions_sentence(*shown.back().assessment));
  std::vector<FigureWithData> plots;
  plots.reserve(shown.size());
  for (const Shown& one : shown) {
    plots.push_back(confusion_plot(*one.assessment, upper_first(one.name)));
  }
  page.add(plots);
  if (shown.back().assessment->classes.size() > kMostInTable) return;
  for (const Shown& one : shown) {
    page.add(confusion_table(*one.assessment,
                             upper_first(one.name) + ": rows observed, and predicted in brackets"));
  }
}

}  // namespace

std::string class_report(const ClassReportInput& input) {
  const std::vector<Shown> shown = shown_of(input);
  Page page(input.title);
  page.lead(verdict(input));
  if (!input.warnings.empty()) {
    std::string words;
    for (const std::string& one : input.warnings) words += " " + upper_first(one) + ".";
    page.warning("Check the data:" + words);
  }
  std::vector<MeasuredCard<MulticlassScorecard, MulticlassIntervals>> cards;
  cards.reserve(shown.size());
  for (const Shown& one : shown) {
    cards.push_back({&one.assessment->card, &one.assessment->intervals});
  }
  page.add(numbers_html(multiclass_measures(), cards));
  page.add_folded(measures_table(shown), "All measures");
  page.section("What to do next");
  page.list(advice(input));
  add_top_label(page, input, shown);
  add_classes(page, input, shown);
  add_confusions(page, shown);
  if (input.compared != nullptr) add_comparison(page, *input.compared);
  add_appendix(page, input.appendix);
  return page.to_html();
}

}  // namespace calibrant::report
