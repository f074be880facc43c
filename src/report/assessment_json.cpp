// An assessment for machines. The keys are part of the contract: docs/guide/evaluate.md.
#include <nlohmann/json.hpp>
#include <optional>

#include "calibrant/measures.hpp"
#include "calibrant/report.hpp"

namespace calibrant {
namespace {

using Json = nlohmann::ordered_json;

/// What does not exist is null.
Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json measure_json(const std::optional<double>& value,
                  const std::optional<MeasureInterval>& interval) {
  Json json;
  json["value"] = json_of(value);
  json["lower"] = interval ? Json(interval->lower) : Json();
  json["upper"] = interval ? Json(interval->upper) : Json();
  json["standard_error"] = interval ? Json(interval->standard_error) : Json();
  json["by_chance"] = interval ? json_of(interval->by_chance) : Json();
  return json;
}

/// Every measure of the table by its name.
template <class Card, class Intervals>
Json measures_json(std::span<const MeasureOf<Card, Intervals>> table, const Card& card,
                   const Intervals& intervals) {
  Json json;
  for (const auto& measure : table) {
    json[std::string(measure.name)] =
        measure_json(measure.value(card), intervals.*measure.interval);
  }
  return json;
}

void add_rows(Json& json, const AssessedRows& part) {
  json["rows"] = part.rows;
  json["weight"] = part.card.weight;
  json["measures"] = measures_json(measures(), part.card, part.intervals);
  json["spiegelhalter"]["z"] = json_of(part.card.spiegelhalter_z);
  json["spiegelhalter"]["p"] = json_of(part.card.spiegelhalter_p);
  const auto& test = part.test;
  json["calibration_test"]["statistic"] = test ? Json(test->statistic) : Json();
  json["calibration_test"]["degrees"] = test ? Json(test->degrees) : Json();
  json["calibration_test"]["p"] = test ? Json(test->p) : Json();
  json["reliability"] = Json::array();
  for (const auto& [row, interval] : part.reliability) {
    json["reliability"].push_back({{"low", row.low},
                                   {"high", row.high},
                                   {"weight", row.weight},
                                   {"mean_probability", row.mean_probability},
                                   {"observed", row.observed},
                                   {"lower", interval.lower},
                                   {"upper", interval.upper}});
  }
}

Json verdict_json(const Diagnosis& diagnosis) {
  Json json;
  json["off"] = !diagnosis.fine();
  json["few_rows"] = diagnosis.few;
  json["p"] = diagnosis.p;
  json["on_the_whole"] = diagnosis.on_the_whole.empty() ? Json() : Json(diagnosis.on_the_whole);
  json["sentence"] = verdict_sentence(diagnosis);
  json["bins"] = Json::array();
  for (const auto& [rows, interval, off] : diagnosis.bins) {
    json["bins"].push_back({{"low", rows.low},
                            {"high", rows.high},
                            {"weight", rows.weight()},
                            {"mean_probability", rows.mean},
                            {"observed", rows.observed()},
                            {"lower", interval.lower},
                            {"upper", interval.upper},
                            {"off", off}});
  }
  return json;
}

Json class_json(const AssessedRows& one, const DiagnosedClass& found) {
  const auto word = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json json;
  json["name"] = one.name;
  json["off"] = one.off;
  json["p_holm"] = json_of(one.adjusted_p);
  json["expected"] = found.expected;
  json["observed"] = found.observed;
  json["total"] = {{"is", word(found.total())}, {"p_holm", found.total_p}};
  json["spread"] = {{"is", word(found.spread())}, {"p_holm", json_of(found.spread_p)}};
  for (const Measure& measure : measures()) {
    json["measures"][std::string(measure.name)]["value"] = json_of(measure.value(one.card));
  }
  return json;
}

/// The file and its columns come first.
Json named(const ReportNames& names, const Json& columns, const AssessOptions& options) {
  Json json;
  if (!names.file.empty()) json["file"] = names.file;
  if (!names.columns.empty()) json["probability"] = columns;
  json["level"] = options.level;
  json["bootstrap"] = options.repeats;
  json["seed"] = options.seed;
  return json;
}

/// A file name or a subgroup may be no UTF-8.
std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_json(const Assessment& assessment, const ReportNames& names) {
  Json json =
      named(names, names.columns.empty() ? Json() : Json(names.columns[0]), assessment.options);
  add_rows(json, assessment.all);
  json["verdict"] = verdict_json(assessment.diagnosis);
  if (assessment.by) {
    json["by"] = *assessment.by;
    json["subgroups"] = Json::array();
    for (const AssessedRows& subgroup : assessment.subgroups) {
      Json part;
      part["name"] = subgroup.name;
      part["off"] = subgroup.off;
      add_rows(part, subgroup);
      part["calibration_test"]["p_holm"] = json_of(subgroup.adjusted_p);
      json["subgroups"].push_back(std::move(part));
    }
  }
  return text_of(json);
}

std::string to_json(const MulticlassAssessment& assessment, const ReportNames& names) {
  Json json = named(names, names.columns, assessment.options);
  json["rows"] = assessment.rows;
  json["weight"] = assessment.card.weight;
  json["measures"] = measures_json(multiclass_measures(), assessment.card, assessment.intervals);
  const ClassDiagnosis& found = assessment.diagnosis;
  json["verdict"]["off"] = !found.fine();
  json["verdict"]["few_rows"] = found.few;
  json["verdict"]["p"] = found.p;
  json["verdict"]["sentence"] = verdict_sentence(found);
  json["top_label"] = verdict_json(found.top);
  json["classes"] = Json::array();
  for (std::size_t k = 0; k < assessment.classes.size(); ++k) {
    json["classes"].push_back(class_json(assessment.classes[k], found.classes[k]));
  }
  json["confusions"]["tested"] = found.pairs;
  json["confusions"]["pairs"] = Json::array();
  for (const Confusion& one : found.confusions) {
    json["confusions"]["pairs"].push_back({{"predicted", assessment.classes[one.predicted].name},
                                           {"own", assessment.classes[one.own].name},
                                           {"expected", one.expected},
                                           {"observed", one.observed},
                                           {"p_holm", one.p},
                                           {"off", one.off()}});
  }
  return text_of(json);
}

}  // namespace calibrant
