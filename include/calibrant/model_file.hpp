// Models on disk: one JSON file, whole or not at all. docs/format/ has the specification.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "calibrant/acp.hpp"
#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/error.hpp"
#include "calibrant/multiclass.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

/// What a model file holds.
using Model = std::variant<Curve, AcpModel, MulticlassModel>;

/// What a model needs to absorb more rows, if it was told to keep it: how it was fitted, and on
/// what. See docs/guides/updating.md.
struct Kept {
  std::string method;
  /// Names and values as on the command line, those that were given; the library does not read
  /// them.
  std::map<std::string, std::string> options = {};
  /// One for a curve or ACP, one per class otherwise.
  std::vector<Observations> observations;
};

struct StoredModel {
  Model model;
  std::optional<Kept> kept = {};
};

/// A file that is not a model, or not a whole one: `model.json: the checksum does not match`.
class ModelError : public Error {
 public:
  using Error::Error;
};

/// Writes beside the target and renames: the old file stays as it was until the new one is whole.
/// Throws Error naming the file if it cannot be written, InputError if `kept` does not fit.
void save(const Model& model, const std::filesystem::path& path,
          const std::optional<Kept>& kept = {});

/// Throws ModelError naming the file and the place. A model that loads is safe to apply.
StoredModel load_stored(const std::filesystem::path& path);

/// The same, without what is kept.
Model load_model(const std::filesystem::path& path);
/// The same, for files that must hold a curve.
Curve load(const std::filesystem::path& path);

/// The text of a model file, and back; `name` stands in front of error messages. Throws ModelError
/// if the text would be larger than what can be loaded.
std::string to_json(const Model& model, const std::optional<Kept>& kept = {});
StoredModel stored_from_json(std::string_view text, const std::string& name = "model");
Model from_json(std::string_view text, const std::string& name = "model");

}  // namespace calibrant
