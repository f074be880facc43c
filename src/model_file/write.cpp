#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "calibrant/model_file.hpp"
#include "calibrant/version.hpp"
#include "model_file/checksum.hpp"
#include "model_file/kept.hpp"
#include "model_file/names.hpp"
#include "model_file/size.hpp"
#include "support/atomic_file.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kEnvelope = 100;  // what stands around the body, and a little more

Json shape_json(const Sigmoid& sigmoid) {
  Json json = {{"shape", "sigmoid"},
               {"input", name_of(kInputNames, sigmoid.input)},
               {"intercept", sigmoid.intercept},
               {"slope", sigmoid.slope}};
  if (sigmoid.input == Sigmoid::Input::kLogs) json["slope_complement"] = sigmoid.slope_complement;
  return json;
}

Json shape_json(const Steps& steps) {
  return {{"shape", "steps"}, {"borders", steps.borders}, {"values", steps.values}};
}

Json shape_json(const Segments& segments) {
  return {{"shape", "segments"}, {"knots", segments.knots}, {"values", segments.values}};
}

Json shape_json(const Grid& grid) {
  return {{"shape", "grid"}, {"low", grid.low}, {"high", grid.high}, {"values", grid.values}};
}

Json origin_json(const Origin& origin) {
  Json json = {
      {"method", origin.method}, {"weight", origin.weight}, {"prevalence", origin.prevalence}};
  if (origin.groups) json["groups"] = *origin.groups;
  if (origin.scale) json["scale"] = name_of(kScaleNames, *origin.scale);
  if (origin.log_evidence) json["log_evidence"] = *origin.log_evidence;
  if (!origin.candidates.empty()) {
    Json candidates = Json::array();
    for (const Candidate& candidate : origin.candidates) {
      Json one = {{"log_evidence", candidate.log_evidence}, {"weight", candidate.weight}};
      if (candidate.lambda > 0) one["lambda"] = candidate.lambda;
      if (!candidate.base.empty()) one["base"] = candidate.base;
      if (candidate.tau) one["tau"] = *candidate.tau;
      if (candidate.scale) one["scale"] = name_of(kScaleNames, *candidate.scale);
      candidates.push_back(std::move(one));
    }
    json["candidates"] = std::move(candidates);
  }
  return json;
}

Json curve_json(const Curve& curve) {
  Json json = {
      {"curve", std::visit([](const auto& shape) { return shape_json(shape); }, curve.shape())},
      {"origin", origin_json(curve.origin())}};
  if (curve.band()) {
    json["band"] = {{"level", curve.band()->level},
                    {"lower", curve.band()->lower},
                    {"upper", curve.band()->upper}};
  }
  return json;
}

Json model_json(const Curve& curve) {
  Json json = curve_json(curve);
  json["kind"] = "curve";
  return json;
}

Json model_json(const AcpModel& acp) {
  Json json = observations_json(acp.observations());
  json["kind"] = "acp";
  return json;
}

Json model_json(const MulticlassModel& model) {
  Json classes = Json::array();
  for (std::size_t k = 0; k < model.classes(); ++k) {
    classes.push_back(curve_json(model.curves()[k]));
    classes.back()["name"] = model.names()[k];
  }
  return {{"kind", "multiclass"}, {"classes", std::move(classes)}};
}

}  // namespace

std::string to_json(const Model& model, const std::optional<Kept>& kept) {
  Json json = std::visit([](const auto& m) { return model_json(m); }, model);
  if (kept) {
    check_kept(*kept, model);
    json["kept"] = kept_json(*kept);
  }
  json["library"] = version();
  const std::string body = json.dump();
  check_size("model", body.size() + kEnvelope);
  check_structure("model", body);
  // Keys in this order, for the eye; the body is what the checksum covers.
  return fmt::format(
      "{{\"format\":\"calibrant-model\",\"version\":1,\"checksum\":\"{:016x}\",\"model\":{}}}\n",
      fnv1a(body), body);
}

void save(const Model& model, const std::filesystem::path& path, const std::optional<Kept>& kept) {
  AtomicFile file(path);
  file.write(to_json(model, kept));
  file.commit();
}

}  // namespace calibrant
