// Text, tables and figures, written once and rendered as Markdown and as an HTML page.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "report/page.hpp"

namespace calibrant::experiments {

struct Heading {
  std::string text;
};
struct Paragraph {
  std::string text;
};
struct Bullets {
  std::vector<std::string> items;
};
/// Side by side; in Markdown the data behind them.
using FigureRow = std::vector<report::FigureWithData>;

using Passage = std::variant<Heading, Paragraph, Bullets, report::Table, FigureRow>;

struct Document {
  std::string title;
  std::vector<Passage> blocks = {};
};

std::string to_markdown(const Document& document);
std::string to_html(const Document& document);

}  // namespace calibrant::experiments
