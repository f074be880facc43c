// Models on disk: one JSON file, whole or not at all. docs/reference/format/ has the specification.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/error.hpp"
#include "calibrant/kept_rows.hpp"
#include "calibrant/model.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/option.hpp"

namespace CALIBRANT_API calibrant {

/// What a model needs to absorb more rows, if it was told to keep it: how it was fitted, and on
/// what. See docs/guide/updating.md.
struct Kept {
  std::string method;
  /// Those that were given. A file of a later release may hold some that this one does not know.
  OptionValues options = {};
  /// One for a curve or ACP, one per class if each class has a curve.
  std::vector<Observations> observations = {};
  /// Of classes that are fitted together.
  KeptRows rows = {};
};

struct StoredModel {
  Model model;
  std::optional<Kept> kept = {};
};

/// No model file is larger. A curve with a knot for each of ten million scores, with a band, takes
/// about 800 MB.
inline constexpr std::uintmax_t kMaxModelBytes = std::uintmax_t{1} << 30U;

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
Model load(const std::filesystem::path& path);
/// The same, for files that must hold a curve.
Curve load_curve(const std::filesystem::path& path);

/// 16 letters and digits that tell this model from others.
std::string fingerprint(const Model& model);

/// The text of a model file, and back; `name` stands in front of error messages. Throws ModelError
/// if the text would be larger than what can be loaded.
std::string to_json(const Model& model, const std::optional<Kept>& kept = {});
StoredModel stored_from_json(std::string_view text, const std::string& name = "model");
Model from_json(std::string_view text, const std::string& name = "model");

}  // namespace calibrant
