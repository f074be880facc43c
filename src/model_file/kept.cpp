#include "model_file/kept.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/utf8.hpp"

namespace calibrant {
namespace {

std::size_t curves_of(const Model& model) {
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  return multiclass == nullptr ? 1 : multiclass->curves().size();
}

// Joint models have none, and keep rows.
std::size_t classes_together(const Model& model) {
  return curves_of(model) > 0 ? 0 : std::get<MulticlassModel>(model).classes();
}

void put_rows(Json& json, const KeptRows& rows) {
  put(json["scores"], rows.scores);
  put(json["labels"], rows.labels);
  put(json["weights"], rows.weights);
  if (rows.is_sample()) put(json["totals"], rows.totals);
}

KeptRows read_rows(Reader json, std::size_t classes) {
  KeptRows rows{.classes = classes, .scores = json.numbers("scores")};
  for (const double label : json.numbers("labels")) {
    if (!(label >= 0 && label < static_cast<double>(classes)) || label != std::floor(label)) {
      json.fail_at("labels", fmt::format("{} is not a class (0 to {})", label, classes - 1));
    }
    rows.labels.push_back(static_cast<std::uint32_t>(label));
  }
  rows.weights = json.numbers("weights");
  if (json.has("totals")) rows.totals = json.numbers("totals");
  json.done();
  try {
    check_kept_rows(rows);
  } catch (const InputError& error) {
    json.fail(error.what());
  }
  return rows;
}

void check_text(const std::string& text) {
  if (!is_utf8(text)) throw InputError("kept", std::nullopt, "has a text that is not UTF-8");
}

// Of flags that this release does not know, name and text stay as they are.
void put_flag(OptionValues& options, const std::string& flag, const std::string& text) {
  for (const Option& option : method_options()) {
    if (option.flag != "--" + flag) continue;
    options[std::string(option.name)] = option_from_text(option, text);
    return;
  }
  options[flag] = text;
}

}  // namespace

void put_observations(Json& json, const Observations& seen) {
  put(json["scores"], seen.scores());
  put(json["negatives"], seen.negatives());
  put(json["positives"], seen.positives());
}

Observations read_observations(Reader& json) {
  return observe_counts(json.numbers("scores"), json.numbers("negatives"),
                        json.numbers("positives"));
}

void check_kept(const Kept& kept, const Model& model) {
  if (std::holds_alternative<GroupedModel>(model)) {
    throw InputError("kept", std::nullopt, "is there (a model with groups keeps nothing)");
  }
  if (kept.rows.classes != classes_together(model)) {
    throw InputError("kept.rows", std::nullopt,
                     fmt::format("has {} classes (the model needs {})", kept.rows.classes,
                                 classes_together(model)));
  }
  if (kept.rows.classes > 0) check_kept_rows(kept.rows);
  if (kept.observations.size() != curves_of(model)) {
    throw InputError("kept.observations", std::nullopt,
                     fmt::format("has {} elements (the model needs {})", kept.observations.size(),
                                 curves_of(model)));
  }
  check_text(kept.method);
  for (const auto& [name, value] : kept.options) {
    check_text(name);
    if (const auto* text = std::get_if<std::string>(&value)) check_text(*text);
  }
}

void put_option_value(Json& json, const OptionValue& value) {
  if (const auto* yes = std::get_if<bool>(&value)) json = *yes;
  if (const auto* text = std::get_if<std::string>(&value)) json = *text;
  if (const auto* number = std::get_if<double>(&value)) {
    json = *number;
    if (*number == std::floor(*number) && std::abs(*number) <= 0x1p53) {
      json = static_cast<std::int64_t>(*number);
    }
  }
}

std::optional<OptionValue> option_value(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_null()) return OptionValue();
  return {};
}

void put_kept(Json& json, const Kept& kept) {
  json["method"] = kept.method;
  Json& options = put_object(json["options"]);
  for (const auto& [name, value] : kept.options) put_option_value(options[name], value);
  if (kept.rows.classes > 0) return put_rows(put_object(json["rows"]), kept.rows);
  Json& observations = put(json["observations"], Json::value_t::array);
  for (const Observations& seen : kept.observations) {
    put_observations(append_object(observations), seen);
  }
}

Kept read_kept(Reader json, const Model& model, int version) {
  Kept kept;
  kept.method = json.text("method");
  Reader options = json.object("options");
  for (const std::string& name : options.keys()) {
    if (version < 3) {
      put_flag(kept.options, name, options.text(name));
    } else if (auto value = option_value(options.at(name))) {
      kept.options[name] = *std::move(value);
    } else {
      options.fail_at(name, "is not a value of an option");
    }
  }
  if (const std::size_t classes = classes_together(model)) {
    kept.rows = read_rows(json.object("rows"), classes);
  } else {
    json.for_each("observations", [&](Reader one) {
      try {
        kept.observations.push_back(read_observations(one));
      } catch (const InputError& error) {
        one.fail(error.what());
      }
      one.done();
    });
  }
  json.done();
  check_kept(kept, model);
  return kept;
}

}  // namespace calibrant
