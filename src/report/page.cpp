#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/sha256.hpp"
#include "report/style.hpp"

namespace calibrant::report {
namespace {

std::string element(const char* tag, std::string_view text, const char* css_class = "") {
  const std::string opening =
      *css_class == '\0' ? std::string(tag) : fmt::format("{} class=\"{}\"", tag, css_class);
  return fmt::format("<{}>{}</{}>\n", opening, escape(text).text, tag);
}

/// Wide tables scroll in a box of their own, which the keyboard can reach.
std::string scrolling(const Table& table, const std::string& id) {
  const std::string label = table.caption.empty() ? "Table" : table.caption;
  return fmt::format(
      "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{}\">{}</div>\n",
      escape(label).text, to_html(table, id).text);
}

}  // namespace

Html to_html(const Table& table, const std::string& id) {
  std::string out = "<table";
  if (!id.empty()) out += fmt::format(" id=\"{}\"", id);
  if (!table.css_class.empty()) out += fmt::format(" class=\"{}\"", table.css_class);
  out += ">\n";
  if (!table.caption.empty()) out += element("caption", table.caption);
  out += "<thead><tr>";
  for (const Column& column : table.columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"n\"" : "",
                       escape(column.title).text);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const bool marked = std::ranges::find(table.marked, r) != table.marked.end();
    out += marked ? "<tr class=\"marked\">" : "<tr>";
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      const bool number = c < table.columns.size() && table.columns[c].number;
      const std::string cell = escape(table.rows[r][c]).text;
      const char* css = number ? " class=\"n\"" : "";
      out += c == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", css, cell)
                    : fmt::format("<td{}>{}</td>", css, cell);
    }
    out += "</tr>\n";
  }
  return {out + "</tbody></table>\n"};
}

Page::Page(std::string title) : title_(std::move(title)) {}

void Page::close_section() {
  if (in_section_) body_ += "</section>\n";
  in_section_ = false;
}

void Page::begin_columns() {
  close_section();
  body_ += "<div class=\"row\">\n";
}

void Page::end_columns() {
  close_section();
  body_ += "</div>\n";
}

void Page::section(std::string_view heading) {
  close_section();
  in_section_ = true;
  body_ += "<section>\n" + element("h2", heading);
}

void Page::lead(std::string_view text) { body_ += element("p", text, "lead"); }
void Page::warning(std::string_view text) { body_ += element("p", text, "warning"); }
void Page::paragraph(std::string_view text) { body_ += element("p", text); }
void Page::note(std::string_view text) { body_ += element("p", text, "note"); }

void Page::list(const std::vector<std::string>& items) {
  body_ += "<ul>\n";
  for (const std::string& item : items) body_ += element("li", item);
  body_ += "</ul>\n";
}

void Page::add(const Table& table) { body_ += scrolling(table, {}); }

void Page::add_folded(const Table& table, std::string_view summary, const std::string& id) {
  body_ +=
      fmt::format("<details>{}{}</details>\n", element("summary", summary), scrolling(table, id));
}

void Page::add(const Figure& figure, const Table& data) {
  const std::string id = fmt::format("figure-{}", ++figures_);
  body_ += "<figure>\n";
  if (!figure.title.empty()) body_ += element("figcaption", figure.title);
  body_ += svg(figure, id).text + "\n";
  if (!figure.note.empty()) body_ += element("p", figure.note, "note");
  if (!data.columns.empty()) add_folded(data, "The numbers", id + "-data");
  body_ += "</figure>\n";
}

void Page::add(const std::vector<FigureWithData>& side_by_side, std::string_view css_class) {
  body_ += fmt::format("<div class=\"row{}{}\">\n", css_class.empty() ? "" : " ", css_class);
  for (const auto& [figure, data] : side_by_side) add(figure, data);
  body_ += "</div>\n";
}

void Page::add(const Html& html) { body_ += html.text; }

std::string Page::to_html() const {
  const std::string style = palette_style() + page_style() + figure_style();
  const std::string script = page_script();
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<header>\n<h1>{}</h1>\n</header>\n<main>\n",
      sha256_base64(style), sha256_base64(script), escape(title_).text, style, escape(title_).text);
  out += body_;
  if (in_section_) out += "</section>\n";
  out += "</main>\n";
  if (!footer_.empty()) out += "<footer>\n" + element("p", footer_) + "</footer>\n";
  return out + "<script>" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace calibrant::report
