#include "report/html.hpp"

#include "support/legible.hpp"
#include "support/utf8.hpp"

namespace calibrant::report {
namespace {

constexpr std::string_view kIsolate = "\xE2\x81\xA8";     // U+2068, first strong isolate
constexpr std::string_view kEndIsolate = "\xE2\x81\xA9";  // U+2069

// The blocks of scripts that run from right to left, their marks and digits included.
bool runs_left(char32_t code) {
  return (code >= 0x590 && code < 0x900) || (code >= 0xFB1D && code < 0xFE00) ||
         (code >= 0xFE70 && code < 0xFF00) || (code >= 0x10800 && code < 0x11000) ||
         (code >= 0x1E800 && code < 0x1F000);
}

bool runs_left(std::string_view text, std::size_t place) {
  const std::size_t length = utf8_length(text, place);
  if (length < 2) return false;
  const char32_t code = utf8_code(text, place, length);
  return runs_left(code) && !is_unseen(code);
}

// Where the right-to-left words that begin at `place` end. What may stand between two words of them
// belongs to them.
std::size_t end_of_words(std::string_view text, std::size_t place) {
  constexpr std::string_view kBetween = " -_.,/";
  std::size_t end = place;
  for (std::size_t i = place; i < text.size();) {
    if (runs_left(text, i)) {
      i += utf8_length(text, i);
      end = i;
    } else if (kBetween.find(text[i]) != std::string_view::npos) {
      ++i;
    } else {
      break;
    }
  }
  return end;
}

}  // namespace

Html escape(std::string_view plain) {
  Html result;
  std::string& to = result.text;
  to.reserve(plain.size());
  std::size_t isolated_until = 0;
  for (std::size_t i = 0; i < plain.size();) {
    if (i >= isolated_until && runs_left(plain, i)) {
      isolated_until = end_of_words(plain, i);
      to += kIsolate;
    }
    const char c = plain[i];
    std::size_t length = 1;
    if (c == '&') {
      to += "&amp;";
    } else if (c == '<') {
      to += "&lt;";
    } else if (c == '>') {
      to += "&gt;";
    } else if (c == '"') {
      to += "&quot;";
    } else if (c == '\'') {
      to += "&#39;";
    } else if (c == '\n' || c == '\t') {
      to += c;
    } else {
      length = append_legible(to, plain, i);
    }
    i += length;
    if (i == isolated_until) to += kEndIsolate;
  }
  return result;
}

}  // namespace calibrant::report
