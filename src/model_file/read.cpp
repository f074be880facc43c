// Reads a model file and trusts nothing in it: the size before it is read, how many values
// it has and how deeply they are nested before they are built, the syntax, the version,
// the checksum, every key and every number; and the curve checks itself.
#include <fmt/format.h>

#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "calibrant/model_file.hpp"
#include "json/document.hpp"
#include "model_file/checksum.hpp"
#include "model_file/curves.hpp"
#include "model_file/format_version.hpp"
#include "model_file/joint.hpp"
#include "model_file/kept.hpp"
#include "model_file/reader.hpp"
#include "model_file/size.hpp"

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
  } catch (const InputError& error) {
    json.fail(error.what());
  }
  json.fail_at("kind", Reader::unknown(kind));
}

}  // namespace

StoredModel stored_from_json(std::string_view text, const std::string& name) {
  check_size(name, text.size());
  check_values(name, text);
  Document document;
  try {
    if (!parse_json(text, document)) {
      throw ModelError(
          fmt::format("{}: is nested too deeply (at most {} levels)", name, kMostNested));
    }
  } catch (const DuplicateKey& error) {
    throw ModelError(fmt::format("{}: {}", name, error.what()));
  } catch (const Json::parse_error& error) {
    throw ModelError(fmt::format("{}: is not JSON (byte {})", name, error.byte));
  } catch (const Json::exception&) {
    throw ModelError(fmt::format("{}: has a number that is out of range", name));
  }
  Reader json(document.root, name);
  if (json.text("format") != "calibrant-model") {
    json.fail_at("format", "is not \"calibrant-model\"");
  }
  const Json& version = json.at("version");
  if (!version.is_number_integer() || version < 1 || version > kNewestFormat) {
    json.fail_at("version",
                 fmt::format("{} is not known (this release reads 1 to {})",
                             legible(version.dump(-1, ' ', true), kMostShown), kNewestFormat));
  }
  const std::string checksum = json.text("checksum");
  const Json& body = json.at("model");
  json.done();
  std::string dumped;
  try {
    dumped = body.dump();
  } catch (const Json::exception&) {
    json.fail("has a text that is not UTF-8");
  }
  if (checksum != fmt::format("{:016x}", fnv1a(dumped))) {
    json.fail("the checksum does not match (the file was damaged or edited)");
  }
  const int number = version.get<int>();
  StoredModel stored = read_model(body, name + ".model", number);
  const int needed =
      number >= 3 ? format_version(stored.model, stored.kept) : curve_version(stored.model);
  if (number != needed) {
    json.fail_at("version",
                 fmt::format("is {} (version 4 has classes that are fitted together, version 3 "
                             "keeps options, version 2 has a range of scores, version 1 has none "
                             "of these)",
                             number));
  }
  return stored;
}

Model from_json(std::string_view text, const std::string& name) {
  return stored_from_json(text, name).model;
}

StoredModel load_stored(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ModelError(name + ": is a directory");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw ModelError(fmt::format("{}: cannot be read ({})", name, error.message()));
  check_size(name, size);
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  if (!file.read(text.data(), static_cast<std::streamsize>(size))) {
    throw ModelError(name + ": cannot be read");
  }
  return stored_from_json(text, name);
}

Model load(const std::filesystem::path& path) { return load_stored(path).model; }

Curve load_curve(const std::filesystem::path& path) {
  Model model = load(path);
  if (auto* curve = std::get_if<Curve>(&model)) return std::move(*curve);
  throw ModelError(
      fmt::format("{}: holds {} model, which is not a curve", path.string(),
                  std::holds_alternative<MulticlassModel>(model) ? "a multi-class" : "an ACP"));
}

}  // namespace calibrant
