// The comparison for people and for machines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "comparison.hpp"
#include "text_table.hpp"

namespace calibrant::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string cell(const Estimate& estimate) {
  if (!estimate.value) return "-";
  std::string text = fmt::format("{:.4f}", *estimate.value);
  if (estimate.standard_error) text += fmt::format(" ± {:.4f}", *estimate.standard_error);
  return text + (estimate.best ? "*" : " ");
}

std::string called(const std::string& method) {
  return method == "raw" ? "the raw scores" : method;
}

std::string lead_text(const char* whose, const Lead& lead) {
  const std::string start =
      fmt::format("{} lead over {}, {:.5f}, ", whose, called(lead.over), lead.difference);
  if (!lead.standard_error) return start + "has no standard error.";
  return start + fmt::format("is {} than its standard error, {:.5f}.",
                             lead.clear() ? "larger" : "no larger", *lead.standard_error);
}

std::string winner_text(const Comparison& comparison) {
  const Contestant& winner = comparison.contestants.front();
  const bool raw = winner.name == "raw";
  std::string text =
      fmt::format("{} the lowest log loss.", raw ? "The raw scores have" : winner.name + " has");
  const char* whose = raw ? "Their" : "Its";
  const auto& runner_up = comparison.over_runner_up;
  const auto& over_raw = comparison.over_raw;
  if (runner_up) text += " " + lead_text(whose, *runner_up);
  if (over_raw && over_raw->over != runner_up->over) text += " " + lead_text(whose, *over_raw);
  return text + "\n";
}

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json json_of(const std::optional<Lead>& lead) {
  if (!lead) return {};
  Json json;
  json["method"] = lead->over;
  json["difference"] = lead->difference;
  json["standard_error"] = json_of(lead->standard_error);
  json["larger_than_standard_error"] = lead->clear();
  return json;
}

}  // namespace

std::string to_text(const Comparison& comparison, const CompareOptions& options) {
  TextTable table;
  table.columns.push_back({"method", Align::kLeft});
  for (const MeasureTitle& measure : comparison.measures) {
    // The blank stands above the mark.
    table.columns.push_back({std::string(measure.title) + " ", Align::kRight});
  }
  for (const Contestant& contestant : comparison.contestants) {
    std::vector<std::string> cells = {contestant.name};
    for (const Estimate& estimate : contestant.estimates) cells.push_back(cell(estimate));
    table.rows.push_back(std::move(cells));
  }
  const std::string how =
      comparison.test_rows
          ? fmt::format("Fitted on {} rows, measured on {}", comparison.rows, *comparison.test_rows)
          : fmt::format("{} rows in {} folds ({}: all folds together)", comparison.rows,
                        options.folds, comparison.pooled);
  return fmt::format("{}; mean ± standard error; * best\n\n{}\n{}", how, render(table),
                     winner_text(comparison));
}

std::string to_json(const Comparison& comparison, const CompareOptions& options,
                    const std::vector<std::string>& left_out) {
  Json json;
  json["rows"] = comparison.rows;
  json["test_rows"] = comparison.test_rows ? Json(*comparison.test_rows) : Json();
  json["folds"] = comparison.test_rows ? Json() : Json(options.folds);
  json["seed"] = options.seed;
  json["methods"] = Json::array();
  for (const Contestant& contestant : comparison.contestants) {
    Json method;
    method["name"] = contestant.name;
    for (std::size_t c = 0; c < comparison.measures.size(); ++c) {
      const Estimate& estimate = contestant.estimates[c];
      Json entry;
      entry["value"] = json_of(estimate.value);
      entry["standard_error"] = json_of(estimate.standard_error);
      entry["best"] = estimate.best;
      method["measures"][std::string(comparison.measures[c].name)] = std::move(entry);
    }
    json["methods"].push_back(std::move(method));
  }
  json["left_out"] = left_out;
  json["winner"] = comparison.contestants.front().name;
  json["over_runner_up"] = json_of(comparison.over_runner_up);
  json["over_raw"] = json_of(comparison.over_raw);
  return json.dump(2) + "\n";
}

}  // namespace calibrant::cli
