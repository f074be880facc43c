#include "report/text_width.hpp"

#include <algorithm>

#include "support/legible.hpp"
#include "support/utf8.hpp"

namespace calibrant::report {
namespace {

double relative_width(char c) {
  constexpr std::string_view kNarrow = "ijlI.,:;'|!()[]{} ";
  constexpr std::string_view kSlim = "frt-\"/\\";
  constexpr std::string_view kWide = "mwMWOQ@%#+=<>~";
  if (kNarrow.find(c) != std::string_view::npos) return 0.36;
  if (kSlim.find(c) != std::string_view::npos) return 0.43;
  if (kWide.find(c) != std::string_view::npos) return 0.95;
  if (c >= 'A' && c <= 'Z') return 0.73;
  return 0.64;
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::string drawn;  // what is unseen is drawn as an escape, of several characters
    i += append_legible(drawn, text, i);
    const bool escape = drawn.size() > 2 && drawn[0] == '\\';
    if (drawn.size() == 1 || escape) {
      for (const char c : drawn) width += relative_width(c);
    } else {
      width += drawn.size() == 2 ? 0.7 : 1.0;
    }
  }
  return width * size;
}

std::string fit_text(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text, i));
    if (text_width(shown, size) + text_width(text.substr(i, length), size) + size > width) break;
    shown += text.substr(i, length);
    i += length;
  }
  return shown + "…";
}

}  // namespace calibrant::report
