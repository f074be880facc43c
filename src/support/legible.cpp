#include "support/legible.hpp"

#include <fmt/format.h>

#include <iterator>

#include "support/utf8.hpp"

namespace calibrant {

bool is_unseen(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C ||  //
         code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x206F);
}

std::size_t append_legible(std::string& to, std::string_view text, std::size_t place) {
  const std::size_t length = utf8_length(text, place);
  if (length == 0) {
    fmt::format_to(std::back_inserter(to), "\\x{:02x}", static_cast<unsigned char>(text[place]));
    return 1;
  }
  const char32_t code = utf8_code(text, place, length);
  if (!is_unseen(code)) {
    to += text.substr(place, length);
  } else if (code < 0x80) {
    fmt::format_to(std::back_inserter(to), "\\x{:02x}", static_cast<unsigned>(code));
  } else {
    fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned>(code));
  }
  return length;
}

std::string legible(std::string_view text, std::size_t most) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    // Not in the middle of a character.
    if (i + utf8_length(text, i) > most || i >= most) return result + "...";
    i += append_legible(result, text, i);
  }
  return result;
}

std::string shown(std::string_view text) { return "'" + legible(text, kMostShown) + "'"; }

std::string one_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace calibrant
