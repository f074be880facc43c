#include "model_file/envelope.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "model_file/checksum.hpp"
#include "model_file/reader.hpp"
#include "model_file/size.hpp"

namespace calibrant {
namespace {

void parse(std::string_view text, const std::string& name, Document& document) {
  check_size(name, text.size());
  check_values(name, text);
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
}

}  // namespace

std::string in_envelope(std::string_view kind, int version, std::string_view body) {
  // Keys in this order, for the eye; the body is what the checksum covers.
  return fmt::format(
      "{{\"format\":\"calibrant-{0}\",\"version\":{1},\"checksum\":\"{2:016x}\",\"{0}\":{3}}}\n",
      kind, version, fnv1a(body), body);
}

Opened open_envelope(std::string_view text, const std::string& name, std::string_view kind,
                     int newest, Document& document) {
  parse(text, name, document);
  Reader json(document.root, name);
  const std::string format = fmt::format("calibrant-{}", kind);
  if (json.text("format") != format) json.fail_at("format", fmt::format("is not \"{}\"", format));
  const Json& version = json.at("version");
  if (!version.is_number_integer() || version < 1 || version > newest) {
    json.fail_at("version", fmt::format("{} is not known (this release reads 1 to {})",
                                        legible(version.dump(-1, ' ', true), kMostShown), newest));
  }
  const std::string checksum = json.text("checksum");
  const Json& body = json.at(std::string(kind));
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
  return {.version = version.get<int>(), .body = &body};
}

std::string read_text_file(const std::filesystem::path& path) {
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
  return text;
}

}  // namespace calibrant
