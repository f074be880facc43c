#include "report/html.hpp"

#include "support/utf8.hpp"

namespace calibrant::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

}  // namespace

Html escape(std::string_view plain) {
  Html result;
  result.text.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size();) {
    const std::size_t length = utf8_length(plain, i);
    const char c = plain[i];
    const bool control =
        (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
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
