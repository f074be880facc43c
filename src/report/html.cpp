#include "report/html.hpp"

#include <cstdint>

namespace calibrant::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint32_t byte_at(std::string_view text, std::size_t place) {
  return static_cast<unsigned char>(text[place]);
}

/// How long the sequence should be, by its first byte.
std::size_t announced_length(std::uint32_t first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

/// Overlong forms, surrogates and what lies beyond U+10FFFF show in the first two bytes.
bool allowed(std::uint32_t first, std::uint32_t second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second <= 0x9F;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second <= 0x8F;
  return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t place) {
  const std::uint32_t first = byte_at(text, place);
  const std::size_t length = announced_length(first);
  if (length == 0 || place + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, place + i) & 0xC0U) != 0x80U) return 0;
  }
  return length < 2 || allowed(first, byte_at(text, place + 1)) ? length : 0;
}

Html escape(std::string_view plain) {
  Html result;
  result.text.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size();) {
    const std::size_t length = utf8_length(plain, i);
    const char c = plain[i];
    const bool control = (byte_at(plain, i) < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
    if (length == 0 || control) {
      result.text += kReplacement;
    } else if (c == '&') {
      result.text += "&amp;";
    } else if (c == '<') {
      result.text += "&lt;";
    } else if (c == '>') {
      result.text += "&gt;";
    } else if (c == '"') {
      result.text += "&quot;";
    } else if (c == '\'') {
      result.text += "&#39;";
    } else {
      result.text += plain.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace calibrant::report
