// Reads a model file and trusts nothing in it: the size before it is read, how many values
// it has and how deeply they are nested before they are built, the syntax, the version,
// the checksum, every key and every number; and the curve checks itself.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "calibrant/model_file.hpp"
#include "json/document.hpp"
#include "model_file/curves.hpp"
#include "model_file/envelope.hpp"
#include "model_file/format_version.hpp"
#include "model_file/groups.hpp"
#include "model_file/joint.hpp"
#include "model_file/kept.hpp"
#include "model_file/reader.hpp"

namespace calibrant {
namespace {

MulticlassModel read_multiclass(Reader& json) {
  std::vector<std::string> names;
  std::vector<Curve> curves;
  json.for_each("classes", [&](Reader one) {
    try {
      names.push_back(one.text("name"));
      curves.push_back(read_curve(one));
    } catch (const InputError& error) {
      one.fail(error.what());
    }
    one.done();
  });
  return {std::move(names), std::move(curves)};
}

StoredModel read_model(const Json& body, const std::string& where, int version) {
  Reader json(body, where);
  json.text("library");
  const std::string kind = json.text("kind");
  const auto finished = [&](Model model) {
    StoredModel stored{.model = std::move(model)};
    if (json.has("kept")) stored.kept = read_kept(json.object("kept"), stored.model, version);
    json.done();
    return stored;
  };
  try {
    if (kind == "curve") return finished(read_curve(json));
    if (kind == "acp") return finished(fit_acp(read_observations(json)));
    if (kind == "multiclass") return finished(read_multiclass(json));
    if (kind == "joint") return finished(read_joint(json));
    if (kind == "groups") return finished(read_groups(json));
  } catch (const InputError& error) {
    json.fail(error.what());
  }
  json.fail_at("kind", Reader::unknown(kind));
}

}  // namespace

StoredModel stored_from_json(std::string_view text, const std::string& name) {
  Document document;
  const auto [number, body] = open_envelope(text, name, "model", kNewestFormat, document);
  StoredModel stored = read_model(*body, name + ".model", number);
  const int needed =
      number >= 3 ? format_version(stored.model, stored.kept) : curve_version(stored.model);
  if (number != needed) {
    Reader(document.root, name)
        .fail_at("version",
                 fmt::format("is {} (version 5 has groups, version 4 has classes that are fitted "
                             "together, version 3 keeps options, version 2 has a range of scores, "
                             "version 1 has none of these)",
                             number));
  }
  return stored;
}

Model from_json(std::string_view text, const std::string& name) {
  return stored_from_json(text, name).model;
}

StoredModel load_stored(const std::filesystem::path& path) {
  return stored_from_json(read_text_file(path), path.string());
}

Model load(const std::filesystem::path& path) { return load_stored(path).model; }

Curve load_curve(const std::filesystem::path& path) {
  Model model = load(path);
  if (auto* curve = std::get_if<Curve>(&model)) return std::move(*curve);
  throw ModelError(fmt::format("{}: holds {} model, which is not a curve", path.string(),
                               std::holds_alternative<GroupedModel>(model)      ? "a grouped"
                               : std::holds_alternative<MulticlassModel>(model) ? "a multi-class"
                                                                                : "an ACP"));
}

}  // namespace calibrant
