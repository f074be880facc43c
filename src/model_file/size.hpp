// How large a model file may be: what is written can be read again.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "calibrant/model_file.hpp"

namespace calibrant {

// A curve with a knot for each of ten million scores, with a band, takes about 800 MB.
inline constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30U;

inline void check_size(const std::string& name, std::uintmax_t bytes) {
  if (bytes > kMostBytes) {
    throw ModelError(
        fmt::format("{}: {} bytes are too many for a model (at most {})", name, bytes, kMostBytes));
  }
}

}  // namespace calibrant
