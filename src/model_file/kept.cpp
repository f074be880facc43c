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
  if (curves_of(model) == 0) {
    throw InputError("kept", std::nullopt, "does not go with classes that are fitted together");
  }
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
  json.for_each("observations", [&](Reader one) {
    try {
      kept.observations.push_back(read_observations(one));
    } catch (const InputError& error) {
      one.fail(error.what());
    }
    one.done();
  });
  json.done();
  check_kept(kept, model);
  return kept;
}

}  // namespace calibrant
