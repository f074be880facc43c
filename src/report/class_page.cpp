// An assessment of several classes for looking at.
#include <fmt/format.h>

#include "calibrant/report.hpp"
#include "calibrant/suspicion.hpp"
#include "report/class_page.hpp"
#include "report/facts.hpp"
#include "report/format.hpp"

namespace calibrant {
namespace report {

void add_class_facts(Facts& facts, const MulticlassAssessment& assessment) {
  const auto rows = static_cast<double>(assessment.rows);
  std::string size = count(rows) + (assessment.rows == 1 ? " row" : " rows");
  if (assessment.card.weight != rows) size += " of weight " + count(assessment.card.weight);
  facts.emplace_back("Data", fmt::format("{} of {} classes", size, assessment.classes.size()));
  facts.emplace_back(
      "Tests",
      "of the most likely class, of each class and of each pair of classes, together "
      "at 5 %; Holm's correction");
}

std::vector<std::string> class_warnings(const MulticlassAssessment& assessment) {
  std::vector<std::string> names;
  std::vector<double> weights;
  for (std::size_t k = 0; k < assessment.classes.size(); ++k) {
    names.push_back(assessment.classes[k].name);
    weights.push_back(assessment.diagnosis.classes[k].observed);
  }
  std::vector<std::string> words;
  for (const Warning& warning : inspect_classes(names, weights)) words.push_back(warning.message);
  return words;
}

}  // namespace report

std::string to_page(const MulticlassAssessment& assessment, const ReportNames& names,
                    const MulticlassAssessment* before) {
  report::ClassReportInput input = {.title = report::title_of(names)};
  input.execution = assessment.options.execution;
  if (before != nullptr) {
    input.before = before;
    input.before_name = "before calibration";
    input.after = &assessment;
    input.after_name = "after calibration";
    input.after_words = "Calibrated";
    input.subject = "The probabilities before calibration";
  } else {
    input.before = &assessment;
    input.before_name = "the probabilities";
  }
  input.warnings = report::class_warnings(assessment);
  report::add_file_facts(input.appendix, "File", "Probabilities", names);
  if (!names.before.empty()) input.appendix.emplace_back("Before calibration", names.before);
  report::add_class_facts(input.appendix, assessment);
  report::add_bootstrap_fact(input.appendix, assessment.options.repeats, assessment.options.seed);
  report::add_origin_facts(input.appendix, names.command);
  return report::class_report(input);
}

}  // namespace calibrant
