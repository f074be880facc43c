// One self-contained HTML page: text, tables and figures; nothing is loaded from anywhere.
//
//   Page page("Calibration of model 7");
//   page.section("Data");
//   page.paragraph("Two classes, drawn <em>as is</em>: text is escaped.");
//   page.add(figure, table);              // a figure, and the table behind it
//   page.add({{left, a}, {right, b}});    // side by side, where there is room
//   page.add(table);
//   write(page.to_html());
//
// A policy in the page names the one style sheet and the one script by their hashes, so that
// nothing else could run even if it got in. Light and dark follow the reader's setting.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/figure.hpp"
#include "report/html.hpp"
#include "report/table.hpp"

namespace calibrant::report {

/// <table>, with a caption and headers that have a scope.
Html to_html(const Table& table, const std::string& id = {});

struct FigureWithData {
  Figure figure;
  Table data = {};  ///< without columns: none
};

class Page {
 public:
  explicit Page(std::string title);

  void section(std::string_view heading);
  /// The sections between these two stand side by side, where there is room.
  void begin_columns();
  void end_columns();
  /// The sentence that a reader in a hurry takes along.
  void lead(std::string_view text);
  /// What to look at before the rest is believed.
  void warning(std::string_view text);
  void paragraph(std::string_view text);
  void note(std::string_view text);  ///< smaller
  void list(const std::vector<std::string>& items);
  void add(const Table& table);
  /// A table behind a line that opens it, as the tables behind figures are.
  void add_folded(const Table& table, std::string_view summary, const std::string& id = {});
  void add(const Figure& figure, const Table& data = {});
  void add(const std::vector<FigureWithData>& side_by_side, std::string_view css_class = {});
  void add(const Html& html);
  void footer(std::string_view text) { footer_ = text; }

  std::string to_html() const;

 private:
  void close_section();

  std::string title_;
  std::string body_;
  std::string footer_;
  bool in_section_ = false;
  std::size_t figures_ = 0;
};

}  // namespace calibrant::report
