// A table as data, and as aligned text. report/page.hpp makes HTML of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace calibrant::report {

struct Column {
  std::string title;
  bool number = true;  ///< aligned to the right
};

struct Table {
  std::string caption = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<std::string>> rows = {};  ///< the first cell names the row
  std::vector<std::size_t> marked = {};             ///< rows that stand out
  std::string css_class = {};  ///< "wrap": words wrap; "tight": smaller; "facts": values break;
                               ///< "screen": not printed
};

/// Columns and rows as text: two blanks between columns, none at the end of a line. Widths count
/// characters, not bytes. What a name holds that cannot be seen is shown as an escape
/// (support/legible.hpp).
std::string to_text(const Table& table);

}  // namespace calibrant::report
