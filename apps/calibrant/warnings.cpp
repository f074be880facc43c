#include "warnings.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "calibrant/error.hpp"
#include "report_input.hpp"

namespace calibrant::cli {

void warn(const std::string& path, const std::vector<Warning>& warnings, bool strict) {
  if (warnings.empty()) return;
  std::vector<std::string> messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  if (strict) {
    throw Error(fmt::format("{}: {} (--strict)", file_words(path), fmt::join(messages, "; ")));
  }
  for (const std::string& message : messages) {
    std::fputs(fmt::format("calibrant: {}: warning: {}\n", file_words(path), message).c_str(),
               stderr);
  }
}

void tell_skipped(const std::string& path, std::size_t rows, const std::string& what) {
  if (rows == 0) return;
  std::fputs(fmt::format("calibrant: {}: skipped {} row{} with a missing {}\n", file_words(path),
                         rows, rows == 1 ? "" : "s", what)
                 .c_str(),
             stderr);
}

}  // namespace calibrant::cli
