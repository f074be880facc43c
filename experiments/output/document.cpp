#include "output/document.hpp"

#include <fmt/format.h>

namespace calibrant::experiments {
namespace {

// Appends blocks to a Markdown text.
class Markdown {
 public:
  explicit Markdown(const std::string& title) : text_(fmt::format("# {}\n", title)) {}

  void operator()(const Heading& heading) { text_ += fmt::format("\n## {}\n", heading.text); }
  void operator()(const Paragraph& paragraph) { text_ += fmt::format("\n{}\n", paragraph.text); }
  void operator()(const Bullets& bullets) {
    text_ += '\n';
    for (const std::string& item : bullets.items) text_ += fmt::format("* {}\n", item);
  }
  void operator()(const report::Table& table) {
    if (!table.caption.empty()) text_ += fmt::format("\n**{}**\n", table.caption);
    text_ += "\n|";
    for (const auto& column : table.columns) text_ += fmt::format(" {} |", column.title);
    text_ += "\n|";
    for (const auto& column : table.columns) text_ += column.number ? "--:|" : "---|";
    text_ += '\n';
    for (const auto& row : table.rows) {
      text_ += '|';
      for (const std::string& cell : row) text_ += fmt::format(" {} |", cell);
      text_ += '\n';
    }
  }
  void operator()(const FigureRow& figures) {
    for (const auto& figure : figures) {
      if (!figure.data.columns.empty()) (*this)(figure.data);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Appends blocks to a page.
class PageWriter {
 public:
  explicit PageWriter(report::Page& page) : page_(page) {}

  void operator()(const Heading& heading) { page_.section(heading.text); }
  void operator()(const Paragraph& paragraph) { page_.paragraph(paragraph.text); }
  void operator()(const Bullets& bullets) { page_.list(bullets.items); }
  void operator()(const report::Table& table) { page_.add(table); }
  void operator()(const FigureRow& figures) { page_.add(figures); }

 private:
  report::Page& page_;
};

}  // namespace

std::string to_markdown(const Document& document) {
  Markdown markdown(document.title);
  for (const Passage& block : document.blocks) std::visit(markdown, block);
  return markdown.take();
}

std::string to_html(const Document& document) {
  report::Page page(document.title);
  PageWriter writer(page);
  for (const Passage& block : document.blocks) std::visit(writer, block);
  return page.to_html();
}

}  // namespace calibrant::experiments
