// FNV-1a, 64 bits: tells a damaged file from a whole one. It is no protection against forgery.
#pragma once

#include <cstdint>
#include <string_view>

namespace calibrant {

inline std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : text) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3U;
  }
  return hash;
}

}  // namespace calibrant
