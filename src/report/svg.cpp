// The layout of a figure: legend, plot area, marginal histogram, axis titles, from top to bottom.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "report/format.hpp"
#include "report/panel.hpp"
#include "report/sha256.hpp"
#include "report/style.hpp"
#include "report/text_width.hpp"

namespace calibrant::report {
namespace {

constexpr double kLegendLine = 20;
constexpr double kKey = 22;  // width of a legend's sample
constexpr double kMarginalHeight = 64;

struct Entry {
  const Series* series;
  double left;
  double top;
};

/// Entries from left to right, in as many lines as they need.
struct Legend {
  std::vector<Entry> entries;
  double height = 0;
};

double entry_width(const Series& series) { return kKey + 6 + text_width(series.label, kTextSize); }

Legend make_legend(const Figure& figure, double left, double width) {
  Legend legend;
  double x = left;
  double y = 0;
  for (const Series& series : figure.series) {
    if (series.label.empty()) continue;
    const double needed = entry_width(series);
    if (x > left && x + needed > left + width) {
      x = left;
      y += kLegendLine;
    }
    legend.entries.push_back({&series, x, y});
    x += needed + 14;
  }
  if (!legend.entries.empty()) legend.height = y + kLegendLine + 4;
  return legend;
}

void draw_legend(std::string& out, const Legend& legend, double width) {
  for (const Entry& entry : legend.entries) {
    const Series* series = entry.series;
    const double left = entry.left;
    const double middle = entry.top + kLegendLine / 2;
    const double end = left + kKey;
    const auto path = [&](const char* kind, const std::string& d) {
      out += fmt::format("<path class=\"{} t{}\" d=\"{}\"/>\n", kind, series->tone, d);
    };
    switch (series->mark) {
      case Mark::kLine:
      case Mark::kSteps:
        path("line",
             fmt::format("M{} {} H{}", coordinate(left), coordinate(middle), coordinate(end)));
        break;
      case Mark::kPoints:
        if (!series->lower.empty()) {
          path("rng", series->sideways
                          ? fmt::format("M{} {} H{}", coordinate(left + 2), coordinate(middle),
                                        coordinate(end - 2))
                          : fmt::format("M{} {} V{}", coordinate(left + kKey / 2),
                                        coordinate(middle - 8), coordinate(middle + 8)));
        }
        path("sym", symbol_path(left + kKey / 2, middle, series->tone, 4));
        break;
      case Mark::kBand:
      case Mark::kBars:
        path(series->mark == Mark::kBand ? "band" : "bar",
             fmt::format("M{} {} H{} V{} H{} Z", coordinate(left), coordinate(middle - 6),
                         coordinate(end), coordinate(middle + 6), coordinate(left)));
        break;
    }
    out += text_element(end + 6, middle + 4.5, "start",
                        fit_text(series->label, kTextSize, width - end - 6), "lb");
  }
}

std::vector<double> spread_of(const Figure& figure, bool x) {
  std::vector<double> values;
  const auto add = [&](const std::vector<double>& some) {
    values.insert(values.end(), some.begin(), some.end());
  };
  for (const Series& series : figure.series) {
    add(x ? series.x : series.y);
    if (x == series.sideways) {
      add(series.lower);
      add(series.upper);
    }
    if (!x && series.mark == Mark::kBars) values.push_back(series.base);
  }
  return values;
}

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const Tick& tick : ticks) width = std::max(width, text_width(tick.label, kTickSize));
  return width;
}

/// Bars of one class above a line, of the other below it.
void draw_marginal(std::string& out, const Marginal& marginal, const Scale& x, Rect area) {
  const auto height = [&](double count) { return marginal.log ? std::log1p(count) : count; };
  double most_up = 0;
  double most_down = 0;
  for (const double count : marginal.up) most_up = std::max(most_up, height(count));
  for (const double count : marginal.down) most_down = std::max(most_down, height(count));
  const double all = most_up + most_down;
  // Both classes keep room for their name.
  const double share = all > 0 ? std::clamp(most_up / all, 0.3, 0.7) : 0.5;
  const double line = area.top + share * area.height;
  const double unit = all > 0 ? std::min((line - area.top) / std::max(most_up, all * 1e-9),
                                         (area.bottom() - line) / std::max(most_down, all * 1e-9))
                              : 0;
  const auto bars = [&](const std::vector<double>& counts, Tone tone, double sign) {
    std::string path;
    for (std::size_t i = 0; i < counts.size() && i + 1 < marginal.edges.size(); ++i) {
      // A bin that holds anything shows.
      const double size = counts[i] > 0 ? std::max(0.7, unit * height(counts[i])) : 0;
      if (size == 0) continue;
      path += fmt::format("M{} {}V{}H{}V{}Z", coordinate(x(marginal.edges[i])), coordinate(line),
                          coordinate(line - sign * size), coordinate(x(marginal.edges[i + 1])),
                          coordinate(line));
    }
    if (!path.empty()) out += fmt::format("<path class=\"bar t{}\" d=\"{}\"/>\n", tone, path);
  };
  bars(marginal.up, marginal.up_tone, 1);
  bars(marginal.down, marginal.down_tone, -1);
  out += fmt::format("<path class=\"axis\" d=\"M{} {}H{}\"/>\n", coordinate(area.left),
                     coordinate(line), coordinate(area.right()));
  out += text_element(area.left - 6, line - 5, "end", marginal.up_label);
  out += text_element(area.left - 6, line + 13, "end", marginal.down_label);
}

/// Where the series have least to say is not known here: the caller chose the corner.
void draw_inset(std::string& out, const Figure& figure, const Rect& area) {
  const Inset& inset = *figure.inset;
  const Rect inner = {area.left + inset.left * area.width, area.top + inset.top * area.height,
                      inset.size * area.width, inset.size * area.height};
  const Limits x = {inset.x_low, inset.x_high};
  const Limits y = {inset.y_low, inset.y_high};
  const Axis plain;
  const std::vector<Tick> x_ticks = ticks(plain, x, 3);
  const std::vector<Tick> y_ticks = ticks(plain, y, 4);
  const double left = widest(y_ticks) + 10;
  out += fmt::format("<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                     coordinate(inner.left - left), coordinate(inner.top - 7),
                     coordinate(inner.width + left + 14), coordinate(inner.height + 28));
  const Panel panel = make_panel(figure, inner, x, y);
  draw_axes(out, panel, x_ticks, y_ticks);
  for (const Series& series : figure.series) draw_series(out, panel, series);
  out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                     coordinate(inner.left), coordinate(inner.top), coordinate(inner.width),
                     coordinate(inner.height));
}

struct Drawing {
  std::string body;
  double height = 0;
  bool tips = false;
};

Drawing draw(const Figure& figure) {
  Drawing drawing;
  std::string& out = drawing.body;
  const Limits x = axis_limits(figure.x, spread_of(figure, true));
  const Limits y = axis_limits(figure.y, spread_of(figure, false));
  std::vector<Tick> y_ticks = ticks(figure.y, y, 6);
  const double most_label = figure.width * 0.35;
  for (Tick& tick : y_ticks) tick.label = fit_text(tick.label, kTickSize, most_label);
  double label_width = widest(y_ticks);
  if (figure.marginal) {
    label_width = std::max({label_width, text_width(figure.marginal->up_label, kTickSize),
                            text_width(figure.marginal->down_label, kTickSize)});
  }
  const double title_width = figure.y.title.empty() ? 2 : 20;
  Rect area;
  area.left = title_width + label_width + 8;
  area.width = figure.width - area.left - 16;
  const std::vector<Tick> x_ticks =
      ticks(figure.x, x, std::max<std::size_t>(2, static_cast<std::size_t>(area.width / 48)));
  const Legend legend = make_legend(figure, 2, figure.width - 4);
  area.top = legend.height + 8;
  area.height = !figure.y.categories.empty() && figure.rows > 0
                    ? figure.rows * static_cast<double>(figure.y.categories.size())
                    : area.width * figure.aspect;
  draw_legend(out, legend, figure.width);
  const Panel panel = make_panel(figure, area, x, y);
  draw_axes(out, panel, x_ticks, y_ticks);
  for (const Series& series : figure.series) draw_series(out, panel, series);
  out += fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>\n", coordinate(area.left),
                     coordinate(area.top), coordinate(area.bottom()), coordinate(area.right()));
  double bottom = area.bottom() + 24;
  if (figure.marginal) {
    const Rect below = {area.left, bottom + 2, area.width, kMarginalHeight};
    draw_marginal(out, *figure.marginal, panel.x, below);
    bottom = below.bottom() + 4;
  }
  if (!figure.x.title.empty()) {
    out += text_element(area.left + area.width / 2, bottom + 13, "middle",
                        fit_text(figure.x.title, kTextSize, figure.width - 4), "lb");
    bottom += 20;
  }
  if (!figure.y.title.empty()) {
    const double middle = area.top + area.height / 2;
    out += fmt::format(
        "<text class=\"lb\" text-anchor=\"middle\" transform=\"translate(14 {}) "
        "rotate(-90)\">{}</text>\n",
        coordinate(middle), escape(fit_text(figure.y.title, kTextSize, area.height + 20)).text);
  }
  if (figure.inset) draw_inset(out, figure, area);
  drawing.height = std::ceil(bottom + 4);
  // Last, so that nothing lies over an open tip.
  for (const Series& series : figure.series) {
    drawing.tips = drawing.tips || !series.tips.empty();
    draw_tips(out, panel, series, figure.width, drawing.height);
  }
  return drawing;
}

std::string svg_element(const Figure& figure, const Drawing& drawing, const std::string& id,
                        const std::string& style, const std::string& css_class = "plot") {
  // Inside an image nothing could have the focus.
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" viewBox=\"0 0 {} {}\" role=\"{}\" "
      "aria-labelledby=\"{}-title {}-desc\">\n<title id=\"{}-title\">{}</title>\n<desc "
      "id=\"{}-desc\">{}</desc>\n{}{}</svg>",
      css_class, coordinate(figure.width), coordinate(drawing.height),
      drawing.tips ? "group" : "img", id, id, id, escape(figure.title).text, id,
      escape(figure.description).text, style, drawing.body);
}

}  // namespace

Html svg(const Figure& figure, const std::string& id) {
  return {svg_element(figure, draw(figure), id, "")};
}

std::string standalone_svg(const Figure& figure) {
  return svg_element(figure, draw(figure), "figure",
                     "<style>" + palette_style() + figure_style() + "</style>\n") +
         "\n";
}

Html guest_svg(const Figure& figure) {
  const Drawing drawing = draw(figure);
  // Other figures may stand on the page: what is drawn makes the name.
  std::string id = "calibrant-";
  for (const char c : sha256_base64(figure.title + drawing.body).substr(0, 12)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) id += c;
  }
  return {
      svg_element(figure, drawing, id, "<style>" + guest_style() + "</style>\n", "calibrant-plot")};
}

}  // namespace calibrant::report
