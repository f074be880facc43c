// Columns of text, aligned; and words that agree with a number.
#pragma once

#include <string>
#include <vector>

namespace calibrant::cli {

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

/// "1 row", "2 rows".
std::string counted(double amount, const char* one, const char* many);

}  // namespace calibrant::cli
