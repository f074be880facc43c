// Pieces of what `calibrant evaluate --json` prints.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "calibrant/bootstrap.hpp"
#include "metrics/measure_table.hpp"

namespace calibrant::cli {

using OrderedJson = nlohmann::ordered_json;

/// What does not exist is null.
inline OrderedJson json_of(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

inline OrderedJson measure_json(const std::optional<double>& value,
                                const std::optional<MeasureInterval>& interval) {
  OrderedJson json;
  json["value"] = json_of(value);
  json["lower"] = interval ? OrderedJson(interval->lower) : OrderedJson();
  json["upper"] = interval ? OrderedJson(interval->upper) : OrderedJson();
  json["standard_error"] = interval ? OrderedJson(interval->standard_error) : OrderedJson();
  json["by_chance"] = interval ? json_of(interval->by_chance) : OrderedJson();
  return json;
}

/// Every measure of the card by its name, without intervals.
inline void add_values(OrderedJson& json, const Scorecard& card) {
  for (const metrics::Measure& measure : metrics::kMeasures) {
    json["measures"][std::string(measure.name)]["value"] = json_of(measure.value(card));
  }
}

}  // namespace calibrant::cli
