// Is this text UTF-8 (RFC 3629)? Names end up in JSON, which can hold nothing else.
#pragma once

#include <cstddef>
#include <string_view>

namespace calibrant {

inline bool is_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0  // a continuation, or an overlong form
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t j = 1; j < length; ++j) {
      if ((byte(i + j) & 0xC0U) != 0x80) return false;
    }
    if (length > 2) {
      const unsigned second = byte(i + 1);
      if (first == 0xE0 && second < 0xA0) return false;   // overlong
      if (first == 0xED && second >= 0xA0) return false;  // a surrogate
      if (first == 0xF0 && second < 0x90) return false;   // overlong
      if (first == 0xF4 && second >= 0x90) return false;  // beyond U+10FFFF
    }
    i += length;
  }
  return true;
}

}  // namespace calibrant
