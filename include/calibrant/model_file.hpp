// Models on disk: one JSON file, whole or not at all. docs/format/v1.md is the specification.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "calibrant/acp.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"

namespace calibrant {

/// What a model file holds.
using Model = std::variant<Curve, AcpModel>;

/// A file that is not a model, or not a whole one: `model.json: the checksum does not match`.
class ModelError : public Error {
 public:
  using Error::Error;
};

/// Writes beside the target and renames: the old file stays as it was until the new one is whole.
/// Throws Error naming the file if it cannot be written.
void save(const Model& model, const std::filesystem::path& path);

/// Throws ModelError naming the file and the place. A model that loads is safe to apply.
Model load_model(const std::filesystem::path& path);
/// The same, for files that must hold a curve.
Curve load(const std::filesystem::path& path);

/// The text of a model file, and back; `name` stands in front of error messages.
std::string to_json(const Model& model);
Model from_json(std::string_view text, const std::string& name = "model");

}  // namespace calibrant
