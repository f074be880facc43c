#include "model_file/joint.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/words.hpp"
#include "model_file/curves.hpp"

namespace calibrant {
namespace {

// Curves of a part are shapes: the model tells where it came from.
void put_map(Json& json, const SoftmaxPart& part) {
  json["map"] = "softmax";
  json["mixing"] = part.mixing;
  json["power"] = part.power;
  put(json["slopes"], part.slopes);
  put(json["intercepts"], part.intercepts);
}

void put_map(Json& json, const OneVsRestPart& part) {
  json["map"] = "one-vs-rest";
  Json& curves = put(json["curves"], Json::value_t::array);
  for (const Curve& curve : part.curves) put_shape(append_object(curves), curve.shape());
}

void put_map(Json& json, const TopLabelPart& part) {
  json["map"] = "top-label";
  put_shape(put_object(json["curve"]), part.curve.shape());
}

ClassPart read_part(Reader json) {
  ClassPart part;
  part.weight = json.number("weight");
  const std::string map = json.text("map");
  if (map == "softmax") {
    SoftmaxPart softmax;
    softmax.mixing = json.number("mixing");
    softmax.power = json.number("power");
    softmax.slopes = json.numbers("slopes");
    softmax.intercepts = json.numbers("intercepts");
    part.map = std::move(softmax);
  } else if (map == "one-vs-rest") {
    OneVsRestPart rest;
    json.for_each("curves",
                  [&](Reader one) { rest.curves.emplace_back(read_shape(std::move(one))); });
    part.map = std::move(rest);
  } else if (map == "top-label") {
    part.map = TopLabelPart{Curve(read_shape(json.object("curve")))};
  } else {
    json.fail_at("map", Reader::unknown(map));
  }
  json.done();
  return part;
}

ClassOrigin read_class_origin(Reader json) {
  ClassOrigin origin{.method = json.text("method"),
                     .rows = json.number("rows"),
                     .changed = json.number("changed")};
  if (json.has("frequencies")) origin.frequencies = json.numbers("frequencies");
  json.for_each("candidates", [&](Reader one) {
    origin.candidates.push_back({.name = one.text("name"), .weight = one.number("weight")});
    one.done();
  });
  json.done();
  return origin;
}

void put_band(Json& json, const ClassBand& band) {
  json["level"] = band.level;
  Json& classes = put(json["classes"], Json::value_t::array);
  for (const ClassBand::Widths& widths : band.classes) {
    Json& one = append_object(classes);
    put(one["log_odds"], widths.log_odds);
    put(one["half_widths"], widths.half_widths);
  }
}

ClassBand read_class_band(Reader json) {
  ClassBand band{.level = json.number("level"), .classes = {}};
  json.for_each("classes", [&](Reader one) {
    band.classes.push_back(
        {.log_odds = one.numbers("log_odds"), .half_widths = one.numbers("half_widths")});
    one.done();
  });
  json.done();
  return band;
}

}  // namespace

void put_joint(Json& json, const MulticlassModel& model) {
  const ClassModel& joint = *model.joint();
  put(json["names"], model.names());
  json["input"] = name_of(kClassInputNames, joint.input());
  Json& parts = put(json["parts"], Json::value_t::array);
  for (const ClassPart& part : joint.parts()) {
    Json& one = append_object(parts);
    one["weight"] = part.weight;
    std::visit([&](const auto& map) { put_map(one, map); }, part.map);
  }
  Json& origin = put_object(json["origin"]);
  origin["method"] = joint.origin().method;
  origin["rows"] = joint.origin().rows;
  origin["changed"] = joint.origin().changed;
  if (!joint.origin().frequencies.empty()) {
    put(origin["frequencies"], joint.origin().frequencies);
  }
  Json& candidates = put(origin["candidates"], Json::value_t::array);
  for (const ClassCandidate& candidate : joint.origin().candidates) {
    Json& one = append_object(candidates);
    one["name"] = candidate.name;
    one["weight"] = candidate.weight;
  }
  if (joint.band()) put_band(put_object(json["band"]), *joint.band());
}

MulticlassModel read_joint(Reader& json) {
  std::vector<std::string> names = json.texts("names");
  const ClassInput input = json.word("input", kClassInputNames);
  std::vector<ClassPart> parts;
  json.for_each("parts", [&](Reader one) { parts.push_back(read_part(std::move(one))); });
  ClassOrigin origin = read_class_origin(json.object("origin"));
  std::optional<ClassBand> band;
  if (json.has("band")) band = read_class_band(json.object("band"));
  const std::size_t classes = names.size();
  return {std::move(names),
          ClassModel(classes, input, std::move(parts), std::move(origin), std::move(band))};
}

}  // namespace calibrant
