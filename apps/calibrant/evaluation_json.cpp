// The findings for machines. The keys are part of the contract: docs/guides/evaluate.md.
#include "evaluation_json.hpp"

#include "evaluation.hpp"

namespace calibrant::cli {
namespace {

using Json = OrderedJson;

void add_evaluation(Json& json, const Evaluation& evaluation) {
  json["rows"] = evaluation.rows;
  json["weight"] = evaluation.card.weight;
  for (const metrics::Measure& measure : metrics::kMeasures) {
    json["measures"][std::string(measure.name)] =
        measure_json(measure.value(evaluation.card), evaluation.intervals.*measure.interval);
  }
  json["spiegelhalter"]["z"] = json_of(evaluation.card.spiegelhalter_z);
  json["spiegelhalter"]["p"] = json_of(evaluation.card.spiegelhalter_p);
  const auto& test = evaluation.test;
  json["calibration_test"]["statistic"] = test ? Json(test->statistic) : Json();
  json["calibration_test"]["degrees"] = test ? Json(test->degrees) : Json();
  json["calibration_test"]["p"] = test ? Json(test->p) : Json();
  json["reliability"] = Json::array();
  for (const auto& [row, interval] : evaluation.reliability) {
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

}  // namespace

std::string to_json(const Findings& findings, const EvaluationOptions& options) {
  Json json;
  json["file"] = findings.file;
  json["probability"] = findings.column;
  json["level"] = kLevel;
  json["bootstrap"] = options.repeats;
  json["seed"] = options.seed;
  add_evaluation(json, findings.all);
  json["verdict"] = verdict_json(findings.diagnosis);
  if (findings.by) {
    json["by"] = *findings.by;
    json["subgroups"] = Json::array();
    for (const Subgroup& subgroup : findings.subgroups) {
      Json part;
      part["name"] = subgroup.name;
      part["off"] = subgroup.off;
      add_evaluation(part, subgroup.evaluation);
      part["calibration_test"]["p_holm"] = json_of(subgroup.adjusted_p);
      json["subgroups"].push_back(std::move(part));
    }
  }
  // A file name or a subgroup may be no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace calibrant::cli
