#include "model_file/kept.hpp"

#include <fmt/format.h>

#include "support/utf8.hpp"

namespace calibrant {
namespace {

std::size_t curves_of(const Model& model) {
  const auto* multiclass = std::get_if<MulticlassModel>(&model);
  return multiclass == nullptr ? 1 : multiclass->classes();
}

void check_text(const std::string& text) {
  if (!is_utf8(text)) throw InputError("kept", std::nullopt, "has a text that is not UTF-8");
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
  if (kept.observations.size() != curves_of(model)) {
    throw InputError("kept.observations", std::nullopt,
                     fmt::format("has {} elements (the model needs {})", kept.observations.size(),
                                 curves_of(model)));
  }
  check_text(kept.method);
  for (const auto& [name, value] : kept.options) {
    check_text(name);
    check_text(value);
  }
}

void put_kept(Json& json, const Kept& kept) {
  json["method"] = kept.method;
  put(json["options"], kept.options);
  Json& observations = put(json["observations"], Json::value_t::array);
  for (const Observations& seen : kept.observations) {
    put_observations(append_object(observations), seen);
  }
}

Kept read_kept(Reader json, const Model& model) {
  Kept kept;
  kept.method = json.text("method");
  Reader options = json.object("options");
  for (const std::string& name : options.keys()) kept.options[name] = options.text(name);
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
