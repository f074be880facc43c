#include "report/table.hpp"

#include <algorithm>
#include <string_view>

#include "support/legible.hpp"

namespace calibrant::report {
namespace {

// Characters of UTF-8: bytes that do not continue one.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

std::string to_text(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = width_of(legible(table.columns[c].title));
    for (const auto& row : table.rows) width = std::max(width, width_of(legible(row[c])));
    widths.push_back(width);
  }
  std::string text;
  const auto line = [&](const auto& cell) {
    std::string result;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::string content = legible(cell(c));
      const std::string padding(widths[c] - width_of(content), ' ');
      if (c > 0) result += "  ";
      result += table.columns[c].number ? padding + content : content + padding;
    }
    result.erase(result.find_last_not_of(' ') + 1);
    text += result + "\n";
  };
  line([&](std::size_t c) { return std::string_view(table.columns[c].title); });
  for (const auto& row : table.rows) line([&](std::size_t c) { return std::string_view(row[c]); });
  return text;
}

}  // namespace calibrant::report
