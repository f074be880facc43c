// Tips: what a point says when the mouse is over it or the keyboard has reached it.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/format.hpp"
#include "report/panel.hpp"
#include "report/text_width.hpp"

namespace calibrant::report {
namespace {

constexpr double kLine = 16;
constexpr double kPad = 7;
constexpr double kReach = 9;  // radius of what the mouse may hit

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    text.replace(at, 1, "; ");
  }
  return text;
}

}  // namespace

void draw_tips(std::string& out, const Panel& panel, const Series& series, double figure_width,
               double figure_height) {
  const std::size_t n = std::min({series.tips.size(), series.x.size(), series.y.size()});
  for (std::size_t i = 0; i < n; ++i) {
    if (!panel.x.places(series.x[i]) || !panel.y.places(series.y[i])) continue;
    const double x = panel.x(series.x[i]);
    const double y = panel.y(series.y[i]);
    const Rect& area = panel.area;
    if (x < area.left - 1 || x > area.right() + 1 || y < area.top - 1 || y > area.bottom() + 1) {
      continue;
    }
    const std::vector<std::string> lines = lines_of(series.tips[i]);
    double width = 0;
    for (const std::string& line : lines) width = std::max(width, text_width(line, kTickSize));
    width = std::min(width + 2 * kPad, figure_width - 2);
    const double height = kLine * static_cast<double>(lines.size()) + 2 * kPad - 4;
    // Above the point if there is room, else below; never outside the figure.
    const double left = std::clamp(x - width / 2, 1.0, figure_width - width - 1);
    double top = y - kReach - height - 3;
    if (top < 1) top = std::min(y + kReach + 3, figure_height - height - 1);
    out += fmt::format(
        "<g class=\"pt\" tabindex=\"0\" role=\"img\" aria-label=\"{}\">"
        "<circle class=\"hit\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><g class=\"tip\">"
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
        escape(one_line(series.tips[i])).text, coordinate(x), coordinate(y), kReach,
        coordinate(left), coordinate(top), coordinate(width), coordinate(height));
    for (std::size_t k = 0; k < lines.size(); ++k) {
      out += text_element(left + kPad, top + kPad + 8 + kLine * static_cast<double>(k), "start",
                          fit_text(lines[k], kTickSize, width - 2 * kPad + 1));
    }
    out += "</g></g>\n";
  }
}

}  // namespace calibrant::report
