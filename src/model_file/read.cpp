// Reads a model file and trusts nothing in it: the size before it is read, the syntax, the version,
// the checksum, every key and every number; and the curve checks itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "calibrant/model_file.hpp"
#include "model_file/checksum.hpp"
#include "model_file/names.hpp"

namespace calibrant {
namespace {

using Json = nlohmann::json;

// A curve with a knot for each of ten million scores, with a band, takes about 800 MB.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30U;

// One object of the file, with the way to it for messages. Every key must be asked for: what is
// left over is unknown, and refused.
class Reader {
 public:
  Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json.is_object()) fail("is not an object");
  }

  bool has(const std::string& key) const { return json_.contains(key); }

  const Json& at(const std::string& key) {
    if (!has(key)) fail(fmt::format("has no \"{}\"", key));
    asked_.push_back(key);
    return json_.at(key);
  }

  Reader object(const std::string& key) { return {at(key), inside(key)}; }

  std::string text(const std::string& key) {
    const Json& value = at(key);
    if (!value.is_string()) fail_at(key, "is not a text");
    return value.get<std::string>();
  }

  double number(const std::string& key) { return number(at(key), inside(key)); }

  std::vector<double> numbers(const std::string& key) {
    const Json& values = at(key);
    if (!values.is_array()) fail_at(key, "is not an array");
    std::vector<double> result;
    result.reserve(values.size());
    for (const Json& value : values) {
      result.push_back(number(value, fmt::format("{}[{}]", inside(key), result.size())));
    }
    return result;
  }

  template <class Enum, std::size_t kCount>
  Enum word(const std::string& key, const Names<Enum, kCount>& names) {
    const std::string name = text(key);
    const std::optional<Enum> value = value_of(names, name);
    if (!value) fail_at(key, fmt::format("\"{}\" is not known", name));
    return *value;
  }

  std::string inside(const std::string& key) const { return where_ + "." + key; }

  [[noreturn]] void fail(const std::string& problem) const {
    throw ModelError(fmt::format("{}: {}", where_, problem));
  }
  [[noreturn]] void fail_at(const std::string& key, const std::string& problem) const {
    throw ModelError(fmt::format("{}: {}", inside(key), problem));
  }

  /// All keys were asked for.
  void done() const {
    for (const auto& [key, value] : json_.items()) {
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
        fail(fmt::format("has an unknown key \"{}\"", key));
      }
    }
  }

 private:
  static double number(const Json& value, const std::string& where) {
    if (!value.is_number()) throw ModelError(where + ": is not a number");
    const auto result = value.get<double>();
    if (!std::isfinite(result)) throw ModelError(where + ": is not a finite number");
    return result;
  }

  const Json& json_;
  std::string where_;
  std::vector<std::string> asked_;
};

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
  json.fail_at("shape", fmt::format("\"{}\" is not known", shape));
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
  const Json& groups = json.at("groups");
  if (!groups.is_number_unsigned()) json.fail_at("groups", "is not a count");
  origin.groups = groups.get<std::size_t>();
  origin.prevalence = json.number("prevalence");
  if (json.has("scale")) origin.scale = json.word("scale", kScaleNames);
  if (json.has("log_evidence")) origin.log_evidence = json.number("log_evidence");
  if (json.has("candidates")) {
    const Json& candidates = json.at("candidates");
    if (!candidates.is_array()) json.fail_at("candidates", "is not an array");
    for (const Json& candidate : candidates) {
      origin.candidates.push_back(read_candidate(Reader(candidate, json.inside("candidates"))));
    }
  }
  json.done();
  return origin;
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

AcpModel read_acp(Reader& json) {
  return fit_acp(
      observe_counts(json.numbers("scores"), json.numbers("negatives"), json.numbers("positives")));
}

Model read_model(const Json& body, const std::string& where) {
  Reader json(body, where);
  json.text("library");
  const std::string kind = json.text("kind");
  try {
    if (kind == "curve") {
      Model model = read_curve(json);
      json.done();
      return model;
    }
    if (kind == "acp") {
      Model model = read_acp(json);
      json.done();
      return model;
    }
  } catch (const InputError& error) {
    json.fail(error.what());
  }
  json.fail_at("kind", fmt::format("\"{}\" is not known", kind));
}

}  // namespace

Model from_json(std::string_view text, const std::string& name) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw ModelError(fmt::format("{}: is not JSON (byte {})", name, error.byte));
  } catch (const Json::exception&) {
    throw ModelError(fmt::format("{}: has a number that is out of range", name));
  }
  Reader json(document, name);
  if (json.text("format") != "calibrant-model") {
    json.fail_at("format", "is not \"calibrant-model\"");
  }
  const Json& version = json.at("version");
  if (version != 1) {
    json.fail_at("version", fmt::format("{} is not known (this release reads 1)", version.dump()));
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
  return read_model(body, name + ".model");
}

Model load_model(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ModelError(name + ": is a directory");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw ModelError(fmt::format("{}: cannot be read ({})", name, error.message()));
  if (size > kMostBytes) {
    throw ModelError(
        fmt::format("{}: {} bytes are too many for a model (at most {})", name, size, kMostBytes));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  if (!file.read(text.data(), static_cast<std::streamsize>(size))) {
    throw ModelError(name + ": cannot be read");
  }
  return from_json(text, name);
}

Curve load(const std::filesystem::path& path) {
  Model model = load_model(path);
  if (auto* curve = std::get_if<Curve>(&model)) return std::move(*curve);
  throw ModelError(path.string() + ": holds an ACP model, which is not a curve");
}

}  // namespace calibrant
