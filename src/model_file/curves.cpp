#include "model_file/curves.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/words.hpp"

namespace calibrant {
namespace {

void put_numbers(Json& json, const Sigmoid& sigmoid) {
  json["shape"] = "sigmoid";
  json["input"] = name_of(kInputNames, sigmoid.input);
  json["intercept"] = sigmoid.intercept;
  json["slope"] = sigmoid.slope;
  if (sigmoid.input == Sigmoid::Input::kLogs) json["slope_complement"] = sigmoid.slope_complement;
}

void put_numbers(Json& json, const Steps& steps) {
  json["shape"] = "steps";
  put(json["borders"], steps.borders);
  put(json["values"], steps.values);
}

void put_numbers(Json& json, const Segments& segments) {
  json["shape"] = "segments";
  put(json["knots"], segments.knots);
  put(json["values"], segments.values);
}

void put_numbers(Json& json, const Grid& grid) {
  json["shape"] = "grid";
  json["low"] = grid.low;
  json["high"] = grid.high;
  put(json["values"], grid.values);
}

void put_candidate(Json& json, const Candidate& candidate) {
  json["log_evidence"] = candidate.log_evidence;
  json["weight"] = candidate.weight;
  if (candidate.lambda > 0) json["lambda"] = candidate.lambda;
  if (!candidate.base.empty()) json["base"] = candidate.base;
  if (candidate.tau) json["tau"] = *candidate.tau;
  if (candidate.scale) json["scale"] = name_of(kScaleNames, *candidate.scale);
}

void put_origin(Json& json, const Origin& origin) {
  json["method"] = origin.method;
  json["weight"] = origin.weight;
  json["prevalence"] = origin.prevalence;
  if (origin.groups) json["groups"] = *origin.groups;
  if (origin.scale) json["scale"] = name_of(kScaleNames, *origin.scale);
  if (origin.log_evidence) json["log_evidence"] = *origin.log_evidence;
  if (origin.scores) put(json["scores"], std::vector{origin.scores->low, origin.scores->high});
  if (origin.candidates.empty()) return;
  Json& candidates = put(json["candidates"], Json::value_t::array);
  for (const Candidate& candidate : origin.candidates) {
    put_candidate(append_object(candidates), candidate);
  }
}

Candidate read_candidate(Reader json) {
  Candidate candidate;
  // A plain base has no bins, and so no lambda; other candidates have one.
  if (json.has("base")) candidate.base = json.text("base");
  if (candidate.base.empty() || json.has("lambda")) candidate.lambda = json.number("lambda");
  candidate.log_evidence = json.number("log_evidence");
  candidate.weight = json.number("weight");
  if (json.has("tau")) candidate.tau = json.number("tau");
  if (json.has("scale")) candidate.scale = json.word("scale", kScaleNames);
  json.done();
  return candidate;
}

Origin read_origin(Reader json) {
  Origin origin;
  origin.method = json.text("method");
  origin.weight = json.number("weight");
  if (json.has("groups")) {
    const Json& groups = json.at("groups");
    if (!groups.is_number_unsigned()) json.fail_at("groups", "is not a count");
    origin.groups = groups.get<std::size_t>();
  }
  origin.prevalence = json.number("prevalence");
  if (json.has("scale")) origin.scale = json.word("scale", kScaleNames);
  if (json.has("log_evidence")) origin.log_evidence = json.number("log_evidence");
  if (json.has("scores")) {
    const std::vector<double> range = json.numbers("scores");
    if (range.size() != 2) json.fail_at("scores", "is not a pair of numbers");
    origin.scores = {.low = range[0], .high = range[1]};
  }
  if (json.has("candidates")) {
    json.for_each("candidates",
                  [&](Reader one) { origin.candidates.push_back(read_candidate(std::move(one))); });
  }
  json.done();
  return origin;
}

}  // namespace

void put_shape(Json& json, const Curve::Shape& shape) {
  std::visit([&](const auto& numbers) { put_numbers(json, numbers); }, shape);
}

Curve::Shape read_shape(Reader json) {
  const std::string shape = json.text("shape");
  const auto finished = [&](Curve::Shape result) {
    json.done();
    return result;
  };
  if (shape == "sigmoid") {
    Sigmoid sigmoid;
    sigmoid.input = json.word("input", kInputNames);
    sigmoid.intercept = json.number("intercept");
    sigmoid.slope = json.number("slope");
    if (sigmoid.input == Sigmoid::Input::kLogs) {
      sigmoid.slope_complement = json.number("slope_complement");
    }
    return finished(sigmoid);
  }
  if (shape == "steps") return finished(Steps{json.numbers("borders"), json.numbers("values")});
  if (shape == "segments") return finished(Segments{json.numbers("knots"), json.numbers("values")});
  if (shape == "grid") {
    return finished(Grid{json.number("low"), json.number("high"), json.numbers("values")});
  }
  json.fail_at("shape", Reader::unknown(shape));
}

void put_curve(Json& json, const Curve& curve) {
  put_shape(put_object(json["curve"]), curve.shape());
  put_origin(put_object(json["origin"]), curve.origin());
  if (curve.band()) {
    Json& band = put_object(json["band"]);
    band["level"] = curve.band()->level;
    put(band["lower"], curve.band()->lower);
    put(band["upper"], curve.band()->upper);
  }
}

Curve read_curve(Reader& json) {
  Curve::Shape shape = read_shape(json.object("curve"));
  std::optional<Band> band;
  if (json.has("band")) {
    Reader band_json = json.object("band");
    band = Band{band_json.number("level"), band_json.numbers("lower"), band_json.numbers("upper")};
    band_json.done();
  }
  Origin origin = read_origin(json.object("origin"));
  return Curve(std::move(shape), std::move(band), std::move(origin));
}

}  // namespace calibrant
