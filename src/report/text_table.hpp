// Columns of text, aligned.
#pragma once

#include <string>
#include <vector>

namespace calibrant::report {

enum class Align { kLeft, kRight };

struct TextColumn {
  std::string title;
  Align align = Align::kLeft;
};

struct TextTable {
  std::vector<TextColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Two blanks between columns, none at the end of a line. Widths count characters, not bytes. What
/// a name holds that cannot be seen is shown as an escape (support/legible.hpp).
std::string render(const TextTable& table);

}  // namespace calibrant::report
