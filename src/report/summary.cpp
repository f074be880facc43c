#include "report/summary.hpp"

#include <fmt/format.h>

#include <utility>

#include "report/html.hpp"

namespace calibrant::report {
namespace {

std::string html_of(const Table& table) {
  std::string html = "<table><thead><tr>";
  for (const Column& column : table.columns) {
    html += fmt::format("<th scope=\"col\">{}</th>", escape(column.title).text);
  }
  html += "</tr></thead><tbody>";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const char* align = table.columns[c].number ? "right" : "left";
      const std::string cell = escape(row[c]).text;
      html += c == 0 ? fmt::format(
                           "<th scope=\"row\" style=\"text-align:{};font-weight:normal;"
                           "white-space:pre\">{}</th>",
                           align, cell)
                     : fmt::format("<td style=\"text-align:{}\">{}</td>", align, cell);
    }
    html += "</tr>";
  }
  return html + "</tbody></table>";
}

}  // namespace

void Summary::add(std::string line) {
  if (!line.empty()) parts_.emplace_back(std::move(line));
}

std::string Summary::to_text() const {
  std::string text;
  for (const auto& part : parts_) {
    const auto* line = std::get_if<std::string>(&part);
    text += line != nullptr ? *line + "\n" : report::to_text(std::get<Table>(part));
  }
  return text;
}

std::string Summary::to_html() const {
  std::string html;
  for (const auto& part : parts_) {
    const auto* line = std::get_if<std::string>(&part);
    if (line == nullptr) {
      html += html_of(std::get<Table>(part));
    } else if (!line->empty()) {
      html += "<p>" + escape(*line).text + "</p>";
    }
  }
  return html;
}

}  // namespace calibrant::report
