#include "common/warnings.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "calibrant/error.hpp"

namespace calibrant::cli {
namespace {

std::string file_words(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

void warn(const std::string& path, const std::vector<Warning>& warnings, bool strict) {
  if (warnings.empty()) return;
  std::vector<std::string> messages;
  messages.reserve(warnings.size());
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  if (strict) {
    throw Error(fmt::format("{}: {} (--strict)", file_words(path), fmt::join(messages, "; ")));
  }
  for (const std::string& message : messages) {
    tell(fmt::format("{}: warning: {}", file_words(path), message));
  }
}

void tell(const std::string& message) {
  std::fputs(("calibrant: " + message + "\n").c_str(), stderr);
}

void tell_skipped(const std::string& path, std::size_t rows, const std::string& what) {
  if (rows == 0) return;
  tell(fmt::format("{}: skipped {} row{} with a missing {}", file_words(path), rows,
                   rows == 1 ? "" : "s", what));
}

}  // namespace calibrant::cli
