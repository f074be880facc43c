#include <fmt/format.h>

#include <vector>

#include "calibrant/model_file.hpp"
#include "calibrant/version.hpp"
#include "json/document.hpp"
#include "model_file/checksum.hpp"
#include "model_file/curves.hpp"
#include "model_file/envelope.hpp"
#include "model_file/format_version.hpp"
#include "model_file/groups.hpp"
#include "model_file/joint.hpp"
#include "model_file/kept.hpp"
#include "model_file/size.hpp"
#include "system/atomic_file.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kEnvelope = 100;  // what stands around the body, and a little more

void put_model(Json& json, const Curve& curve) {
  json["kind"] = "curve";
  put_curve(json, curve);
}

void put_model(Json& json, const AcpModel& acp) {
  json["kind"] = "acp";
  put_observations(json, acp.observations());
}

void put_model(Json& json, const GroupedModel& model) {
  json["kind"] = "groups";
  put_groups(json, model);
}

void put_model(Json& json, const MulticlassModel& model) {
  if (model.joint() != nullptr) {
    json["kind"] = "joint";
    put_joint(json, model);
    return;
  }
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
  return in_envelope("model", format_version(model, kept), body);
}

std::string fingerprint(const Model& model) {
  return fmt::format("{:016x}", fnv1a(to_json(model)));
}

void save(const Model& model, const std::filesystem::path& path, const std::optional<Kept>& kept) {
  AtomicFile file(path);
  file.write(to_json(model, kept));
  file.commit();
}

}  // namespace calibrant
