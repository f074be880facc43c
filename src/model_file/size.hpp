// How large a model file may be: what is written can be read again.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "calibrant/model_file.hpp"

namespace calibrant {

inline void check_size(const std::string& name, std::uintmax_t bytes) {
  if (bytes > kMaxModelBytes) {
    throw ModelError(fmt::format("{}: {} bytes are too many for a model (at most {})", name, bytes,
                                 kMaxModelBytes));
  }
}

// Each value takes 16 bytes once it is parsed: a file of single digits would take gigabytes.
inline constexpr std::uintmax_t kMostValues = std::uintmax_t{1} << 27U;

/// Counts what the text would become, before anything is built from it. The text need not be JSON.
inline void check_values(const std::string& name, std::string_view text) {
  std::uintmax_t values = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      ++values;
    }
  }
  if (values > kMostValues) {
    throw ModelError(fmt::format("{}: {} values are too many for a model (at most {})", name,
                                 values, kMostValues));
  }
}

}  // namespace calibrant
