// Tables and sentences in the order in which they are read, for a terminal and for a notebook.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "report/table.hpp"

namespace calibrant::report {

class Summary {
 public:
  /// A line without its end; nothing if it is empty.
  void add(std::string line);
  void add(Table table) { parts_.emplace_back(std::move(table)); }
  /// A blank line on a terminal.
  void gap() { parts_.emplace_back(std::string()); }

  std::string to_text() const;
  /// Styles stand in the elements themselves, so that the page around it spoils nothing.
  std::string to_html() const;

 private:
  std::vector<std::variant<std::string, Table>> parts_;
};

}  // namespace calibrant::report
