// An assessment of several classes for people.
#include <fmt/format.h>

#include "calibrant/measures.hpp"
#include "calibrant/report.hpp"
#include "report/class_words.hpp"
#include "report/format.hpp"
#include "report/summary.hpp"
#include "report/summary_parts.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

using report::Summary;
using report::Table;

/// Longer tables are for --json.
constexpr std::size_t kMostPairs = 10;

std::string rows_text(double rows) {
  return rows < 100 ? fmt::format("{:.1f}", rows) : fmt::format("{:.0f}", rows);
}

void add_classes(Summary& summary, const MulticlassAssessment& assessment) {
  Table table;
  table.columns = {{"class", false}, {"rows"},     {"predicted"}, {"ECE"},
                   {"AUC"},          {"p (Holm)"}, {"", false}};
  for (std::size_t k = 0; k < assessment.classes.size(); ++k) {
    const DiagnosedClass& found = assessment.diagnosis.classes[k];
    const Scorecard& card = assessment.classes[k].card;
    table.rows.push_back({assessment.classes[k].name, fmt::format("{:.10g}", found.observed),
                          rows_text(found.expected), report::number(card.ece),
                          report::number(card.auc), report::p_value(found.p()),
                          report::class_fault(found)});
  }
  summary.add(std::move(table));
}

void add_confusions(Summary& summary, const MulticlassAssessment& assessment) {
  Table table;
  table.columns = {{"own class", false}, {"taken for", false}, {"rows"},
                   {"predicted"},        {"p (Holm)"},         {"", false}};
  for (const Confusion& one : assessment.diagnosis.confusions) {
    if (!one.off() || table.rows.size() == kMostPairs) break;
    table.rows.push_back({assessment.classes[one.own].name, assessment.classes[one.predicted].name,
                          fmt::format("{:.10g}", one.observed), rows_text(one.expected),
                          report::p_value(one.p), report::confusion_fault(one)});
  }
  if (table.rows.empty()) return;
  summary.gap();
  summary.add(std::move(table));
}

Summary summary_of(const MulticlassAssessment& assessment, const ReportNames& names) {
  Summary summary;
  summary.add(fmt::format("{} of {} classes{}",
                          report::rows_words(names, assessment.rows, assessment.card.weight),
                          assessment.classes.size(), report::columns_words(names)));
  summary.gap();
  report::add_measures(summary, multiclass_measures(), assessment.card, assessment.intervals,
                       assessment.options.level);
  summary.gap();
  add_classes(summary, assessment);
  add_confusions(summary, assessment);
  summary.gap();
  summary.add(verdict_sentence(assessment.diagnosis));
  if (assessment.diagnosis.few && assessment.diagnosis.fine()) return summary;
  for (const auto& sentence :
       {report::top_sentence(assessment), report::classes_sentence(assessment),
        report::confusions_sentence(assessment)}) {
    summary.add(legible(sentence));
  }
  return summary;
}

}  // namespace

std::string to_text(const MulticlassAssessment& assessment, const ReportNames& names) {
  return summary_of(assessment, names).to_text();
}

std::string to_fragment(const MulticlassAssessment& assessment, const ReportNames& names) {
  return summary_of(assessment, names).to_html();
}

}  // namespace calibrant
