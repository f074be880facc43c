// The comparison for people and for machines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "calibrant/report.hpp"
#include "report/comparison_words.hpp"
#include "report/summary.hpp"

namespace calibrant {
namespace {

using report::called;
using report::correction_words;
using report::difference_rows;
using report::lower_words;
using report::standing;
using report::Summary;
using report::Table;

using Json = nlohmann::ordered_json;

std::string cell(const Estimate& estimate) {
  if (!estimate.value) return "-";
  std::string text = fmt::format("{:.4f}", *estimate.value);
  if (estimate.standard_error) text += fmt::format(" ± {:.4f}", *estimate.standard_error);
  return text + (estimate.best ? "*" : " ");
}

/// The other methods beside the recommended one.
void add_differences(Summary& summary, const Comparison& comparison) {
  if (comparison.leads.size() < 2 || comparison.too_few) return;
  Table table;
  table.columns = {{"compared with " + comparison.contestants[comparison.recommended].name, false},
                   {"log loss"},
                   {"95 % interval"},
                   {"", false}};
  table.rows = difference_rows(comparison);
  summary.gap();
  summary.add(std::move(table));
  summary.add(fmt::format("The differences are taken row by row; their intervals are {}.",
                          correction_words(comparison)));
}

std::string recommendation_text(const Comparison& comparison) {
  const std::string& recommended = comparison.contestants[comparison.recommended].name;
  const std::string& lowest = comparison.contestants.front().name;
  std::string text = fmt::format("Recommended: {}.", called(recommended));
  if (comparison.contestants.size() == 1) return text;
  if (comparison.too_few) {
    return text +
           " There are too few rows to tell methods apart: at least 50 are needed, and 10 outside "
           "the largest class.";
  }
  if (recommended != lowest && lowest != "raw") {
    text += fmt::format(" {} has the lowest log loss, but the difference is not clear.", lowest);
  }
  for (const Lead& lead : comparison.leads) {
    const bool of_interest = lead.over == "raw" || lead.over == "auto";
    if (of_interest && lead.clear()) text += " " + lower_words(comparison, lead) + ".";
  }
  if (const Lead* raw = comparison.lead_over_raw(); raw != nullptr && !raw->clear()) {
    text += fmt::format(
        " There is no clear difference between {} and the raw scores, which may stay as they are.",
        recommended);
  }
  return text;
}

Summary summary_of(const Comparison& comparison) {
  Table table;
  table.columns.push_back({"method", false});
  for (const ComparedMeasure& measure : comparison.measures) {
    // The blank stands above the mark.
    table.columns.push_back({std::string(measure.title) + " "});
  }
  for (const Contestant& contestant : comparison.contestants) {
    std::vector<std::string> cells = {contestant.name};
    for (const Estimate& estimate : contestant.estimates) cells.push_back(cell(estimate));
    table.rows.push_back(std::move(cells));
  }
  Summary summary;
  const std::size_t rows = comparison.rows.size();
  const std::string how =
      comparison.test
          ? fmt::format("Fitted on {} rows, measured on {}", rows, comparison.test->size())
          : fmt::format("{} rows in {} folds ({}: all folds together)", rows, comparison.folds,
                        report::pooled_words(comparison));
  summary.add(how + "; mean ± standard error; * best");
  summary.gap();
  summary.add(std::move(table));
  add_differences(summary, comparison);
  summary.gap();
  summary.add(recommendation_text(comparison));
  return summary;
}

Json number_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

void put_difference(Json& json, const Lead& lead) {
  json["difference"] = lead.difference;
  json["standard_error"] = number_json(lead.standard_error);
}

void put_interval(Json& json, const Lead& lead) {
  json["lower"] = lead.interval ? Json(lead.interval->lower) : Json();
  json["upper"] = lead.interval ? Json(lead.interval->upper) : Json();
}

Json lead_json(const std::optional<Lead>& lead) {
  if (!lead) return {};
  Json json;
  json["method"] = lead->over;
  put_difference(json, *lead);
  json["larger_than_standard_error"] =
      lead->standard_error && lead->difference > *lead->standard_error;
  put_interval(json, *lead);
  json["clear"] = lead->clear();
  return json;
}

}  // namespace

std::string to_text(const Comparison& comparison) { return summary_of(comparison).to_text(); }

std::string to_fragment(const Comparison& comparison) { return summary_of(comparison).to_html(); }

std::string to_json(const Comparison& comparison) {
  Json json;
  json["rows"] = comparison.rows.size();
  json["test_rows"] = comparison.test ? Json(comparison.test->size()) : Json();
  json["folds"] = comparison.test ? Json() : Json(comparison.folds);
  json["seed"] = comparison.options.seed;
  json["methods"] = Json::array();
  for (std::size_t m = 0; m < comparison.contestants.size(); ++m) {
    const Contestant& contestant = comparison.contestants[m];
    Json method;
    method["name"] = contestant.name;
    for (std::size_t c = 0; c < comparison.measures.size(); ++c) {
      const Estimate& estimate = contestant.estimates[c];
      Json entry;
      entry["value"] = number_json(estimate.value);
      entry["standard_error"] = number_json(estimate.standard_error);
      entry["best"] = estimate.best;
      method["measures"][std::string(comparison.measures[c].name)] = std::move(entry);
    }
    method["versus_recommended"] = Json();
    if (m != comparison.recommended) {
      const Lead& lead = comparison.leads[m];
      Json& versus = method["versus_recommended"];
      put_difference(versus, lead);
      put_interval(versus, lead);
      versus["verdict"] = standing(lead);
    }
    json["methods"].push_back(std::move(method));
  }
  json["left_out"] = comparison.left_out;
  json["recommended"] = comparison.contestants[comparison.recommended].name;
  json["level"] = kCompareLevel;
  json["comparisons"] = comparison.comparisons;
  json["winner"] = comparison.contestants.front().name;
  json["over_runner_up"] = lead_json(comparison.over_runner_up);
  json["over_raw"] = lead_json(comparison.over_raw);
  return json.dump(2) + "\n";
}

}  // namespace calibrant
