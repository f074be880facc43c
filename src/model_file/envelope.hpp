// What stands around the body of every file of ours: format, version and checksum.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "json/document.hpp"

namespace calibrant {

/// {"format": "calibrant-KIND", "version": ..., "checksum": ..., "KIND": body}, with a line end.
std::string in_envelope(std::string_view kind, int version, std::string_view body);

struct Opened {
  int version;
  const Json* body;  ///< inside the document
};

/// Parses into an empty document and checks size, nesting, kind, version (1 to `newest`) and
/// checksum. Throws ModelError naming the place.
Opened open_envelope(std::string_view text, const std::string& name, std::string_view kind,
                     int newest, Document& document);

/// Its size is looked at before anything is read.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace calibrant
