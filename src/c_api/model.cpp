// Models for C: read, written, asked what they are.
#include <string>

#include "c_api/guard.hpp"
#include "c_api/handle.hpp"
#include "c_api/options.hpp"
#include "calibrant/export.hpp"
#include "calibrant/version.hpp"
#include "model_file/size.hpp"

using namespace calibrant;
using namespace calibrant::c_api;

namespace {

const Curve* curve_of(const calibrant_model* model) {
  return model == nullptr ? nullptr : curve_in(model->stored.model);
}

const MulticlassModel* classes_of(const calibrant_model* model) {
  return model == nullptr ? nullptr : std::get_if<MulticlassModel>(&model->stored.model);
}

}  // namespace

extern "C" const char* calibrant_version() { return version(); }

extern "C" calibrant_status calibrant_load(const char* path, calibrant_model** model) {
  return hand_over_new("model", model, [&] { return load_stored(&given("path", path)); });
}

extern "C" calibrant_status calibrant_load_memory(const void* text, size_t length,
                                                  calibrant_model** model) {
  return hand_over_new("model", model, [&] {
    const auto bytes = array("text", static_cast<const char*>(text), length);
    check_size("model", length);
    return stored_from_json({bytes.data(), bytes.size()});
  });
}

extern "C" calibrant_status calibrant_save(const calibrant_model* model, const char* path) {
  return guarded([&] {
    const StoredModel& stored = given("model", model).stored;
    save(stored.model, &given("path", path), stored.kept);
  });
}

extern "C" calibrant_status calibrant_to_json(const calibrant_model* model, char** text,
                                              size_t* length) {
  if (text != nullptr) *text = nullptr;
  return guarded([&] {
    const StoredModel& stored = given("model", model).stored;
    given("text", text);
    hand_over(to_json(stored.model, stored.kept), text, length);
  });
}

extern "C" calibrant_status calibrant_export(const calibrant_model* model, const char* target,
                                             const char* options, char** text, size_t* length) {
  if (text != nullptr) *text = nullptr;
  return guarded([&] {
    const Model& any = given("model", model).stored.model;
    given("text", text);
    const ExportTarget where = export_target(&given("target", target));
    const ExportOptions how = export_options_from_json(options == nullptr ? "{}" : options);
    const std::string written = std::visit(
        [&](const auto& one) -> std::string {
          if constexpr (requires { export_model(one, where, how); }) {
            return export_model(one, where, how);
          }
          throw ArgumentError("model", "is ACP's, which is not a curve");
        },
        any);
    hand_over(written, text, length);
  });
}

extern "C" calibrant_kind calibrant_kind_of(const calibrant_model* model) {
  if (model == nullptr) return CALIBRANT_NOTHING;
  if (std::holds_alternative<GroupedModel>(model->stored.model)) return CALIBRANT_GROUPED;
  if (curve_of(model) != nullptr) return CALIBRANT_CURVE;
  return classes_of(model) != nullptr ? CALIBRANT_MULTICLASS : CALIBRANT_ACP;
}

extern "C" size_t calibrant_columns(const calibrant_model* model) {
  if (const auto* several = classes_of(model)) return several->classes();
  return model == nullptr ? 0 : 1;
}

extern "C" const char* calibrant_class_name(const calibrant_model* model, size_t index) {
  const auto* several = classes_of(model);
  if (several == nullptr || index >= several->classes()) return nullptr;
  return several->names()[index].c_str();
}

extern "C" const char* calibrant_method(const calibrant_model* model) {
  if (model == nullptr) return "";
  if (const auto* several = classes_of(model)) return several->method().c_str();
  const auto* curve = curve_of(model);
  return curve == nullptr ? "acp" : curve->origin().method.c_str();
}

extern "C" double calibrant_level(const calibrant_model* model) {
  const auto* several = classes_of(model);
  if (several != nullptr) return several->band() == nullptr ? 0 : several->band()->level;
  const auto* curve = curve_of(model);
  return curve == nullptr || !curve->band() ? 0 : curve->band()->level;
}

extern "C" calibrant_status calibrant_describe(const calibrant_model* model, char** text,
                                               size_t* length) {
  if (text != nullptr) *text = nullptr;
  return guarded([&] {
    given("model", model);
    given("text", text);
    const auto* curve = curve_of(model);
    const auto* several = classes_of(model);
    const ClassModel* joint = several == nullptr ? nullptr : several->joint();
    hand_over(curve != nullptr   ? describe(*curve)
              : joint != nullptr ? describe(joint->origin())
                                 : std::string(),
              text, length);
  });
}

extern "C" void calibrant_free(calibrant_model* model) { delete model; }
