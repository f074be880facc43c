// UTF-8 (RFC 3629): names end up in JSON and in pages, which can hold nothing else.
#pragma once

#include <cstddef>
#include <string_view>

namespace calibrant {

/// The length of the character that begins at `place`; 0 if no valid one begins there.
inline std::size_t utf8_length(std::string_view text, std::size_t place) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[place + i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0  // a continuation, or an overlong form
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (place + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  if (length > 2) {
    const unsigned second = byte(1);
    if (first == 0xE0 && second < 0xA0) return 0;   // overlong
    if (first == 0xED && second >= 0xA0) return 0;  // a surrogate
    if (first == 0xF0 && second < 0x90) return 0;   // overlong
    if (first == 0xF4 && second >= 0x90) return 0;  // beyond U+10FFFF
  }
  return length;
}

/// The code point of the character of `length` bytes (as utf8_length says) at `place`.
inline char32_t utf8_code(std::string_view text, std::size_t place, std::size_t length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[place + i]); };
  if (length == 1) return byte(0);
  char32_t code = byte(0) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byte(i) & 0x3FU);
  return code;
}

inline bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace calibrant
