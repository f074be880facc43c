#include <fmt/format.h>

#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/version.hpp"
#include "json/document.hpp"
#include "model_file/checksum.hpp"
#include "model_file/format_version.hpp"
#include "model_file/kept.hpp"
#include "model_file/size.hpp"
#include "support/atomic_file.hpp"
#include "words/names.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kEnvelope = 100;  // what stands around the body, and a little more

void put_shape(Json& json, const Sigmoid& sigmoid) {
  json["shape"] = "sigmoid";
  json["input"] = name_of(kInputNames, sigmoid.input);
  json["intercept"] = sigmoid.intercept;
  json["slope"] = sigmoid.slope;
  if (sigmoid.input == Sigmoid::Input::kLogs) json["slope_complement"] = sigmoid.slope_complement;
}

void put_shape(Json& json, const Steps& steps) {
  json["shape"] = "steps";
  put(json["borders"], steps.borders);
  put(json["values"], steps.values);
}

void put_shape(Json& json, const Segments& segments) {
  json["shape"] = "segments";
  put(json["knots"], segments.knots);
  put(json["values"], segments.values);
}

void put_shape(Json& json, const Grid& grid) {
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

void put_curve(Json& json, const Curve& curve) {
  Json& place = put_object(json["curve"]);
  std::visit([&](const auto& shape) { put_shape(place, shape); }, curve.shape());
  put_origin(put_object(json["origin"]), curve.origin());
  if (curve.band()) {
    Json& band = put_object(json["band"]);
    band["level"] = curve.band()->level;
    put(band["lower"], curve.band()->lower);
    put(band["upper"], curve.band()->upper);
  }
}

void put_model(Json& json, const Curve& curve) {
  json["kind"] = "curve";
  put_curve(json, curve);
}

void put_model(Json& json, const AcpModel& acp) {
  json["kind"] = "acp";
  put_observations(json, acp.observations());
}

void put_model(Json& json, const MulticlassModel& model) {
  json["kind"] = "multiclass";
  Json& classes = put(json["classes"], Json::value_t::array);
  for (std::size_t k = 0; k < model.classes(); ++k) {
    Json& one = append_object(classes);
    one["name"] = model.names()[k];
    put_curve(one, model.curves()[k]);
  }
}

}  // namespace

std::string to_json(const Model& model, const std::optional<Kept>& kept) {
  if (kept) check_kept(*kept, model);
  Document document;
  Json& json = put_object(document.root);
  std::visit([&](const auto& m) { put_model(json, m); }, model);
  if (kept) put_kept(put_object(json["kept"]), *kept);
  json["library"] = version();
  const std::string body = json.dump();
  check_size("model", body.size() + kEnvelope);
  check_values("model", body);
  // Keys in this order, for the eye; the body is what the checksum covers.
  return fmt::format(
      "{{\"format\":\"calibrant-model\",\"version\":{},\"checksum\":\"{:016x}\",\"model\":{}}}\n",
      format_version(model, kept), fnv1a(body), body);
}

void save(const Model& model, const std::filesystem::path& path, const std::optional<Kept>& kept) {
  AtomicFile file(path);
  file.write(to_json(model, kept));
  file.commit();
}

}  // namespace calibrant
