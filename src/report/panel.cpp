// Axes, and series within the area of a panel.
//
// What leaves the area is cut here and not by clip-path: then every element of the drawing lies
// within its figure, which tests can check, and viewers that know no clipping draw it right.
#include "report/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "report/format.hpp"
#include "report/text_width.hpp"

namespace calibrant::report {
namespace {

struct Point {
  double x = 0;
  double y = 0;
};

std::string at(Point p) { return coordinate(p.x) + " " + coordinate(p.y); }

bool inside(const Rect& area, Point p) {
  constexpr double kSlack = 1e-6;
  return p.x >= area.left - kSlack && p.x <= area.right() + kSlack && p.y >= area.top - kSlack &&
         p.y <= area.bottom() + kSlack;
}

/// The part of a segment inside the area (Liang & Barsky), if any.
std::optional<std::pair<Point, Point>> cut(const Rect& area, Point a, Point b) {
  double begin = 0;
  double end = 1;
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const std::pair<double, double> edges[] = {{-dx, a.x - area.left},
                                             {dx, area.right() - a.x},
                                             {-dy, a.y - area.top},
                                             {dy, area.bottom() - a.y}};
  for (const auto& [direction, room] : edges) {
    if (direction == 0) {
      if (room < 0) return {};
    } else if (direction < 0) {
      begin = std::max(begin, room / direction);
    } else {
      end = std::min(end, room / direction);
    }
  }
  if (begin > end) return {};
  return std::pair(Point{a.x + begin * dx, a.y + begin * dy},
                   Point{a.x + end * dx, a.y + end * dy});
}

Point place(const Panel& panel, double x, double y) { return {panel.x(x), panel.y(y)}; }

bool has_place(const Panel& panel, double x, double y) {
  return panel.x.places(x) && panel.y.places(y);
}

/// A path through the points; `stepped` goes sideways first.
std::string line_path(const Panel& panel, const Series& series, bool stepped) {
  std::string path;
  std::string pen;  // where the path stands
  const auto stroke = [&](Point a, Point b) {
    const auto part = cut(panel.area, a, b);
    if (!part) return;
    const std::string from = at(part->first);
    const std::string to = at(part->second);
    if (from != pen) path += (path.empty() ? "M" : " M") + from;
    if (to != from) path += " L" + to;
    pen = to;
  };
  std::optional<Point> last;
  const std::size_t n = std::min(series.x.size(), series.y.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_place(panel, series.x[i], series.y[i])) {
      last.reset();
      continue;
    }
    const Point next = place(panel, series.x[i], series.y[i]);
    if (last && stepped) {
      stroke(*last, {next.x, last->y});
      stroke({next.x, last->y}, next);
    } else if (last) {
      stroke(*last, next);
    }
    last = next;
  }
  return path;
}

/// The band between two x, its edges cut at the left, right, top and bottom of the area.
std::string band_path(const Panel& panel, const Series& series) {
  const auto clamped = [&](double y) { return std::clamp(y, panel.area.top, panel.area.bottom()); };
  std::vector<Point> above;
  std::vector<Point> below;
  const auto add = [&](double x, double low, double high) {
    below.push_back({x, clamped(low)});
    above.push_back({x, clamped(high)});
  };
  const std::size_t n = std::min({series.x.size(), series.lower.size(), series.upper.size()});
  struct Edge {
    double x, low, high;
  };
  std::optional<Edge> last;
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_place(panel, series.x[i], series.lower[i]) || !panel.y.places(series.upper[i]))
      continue;
    const Edge next = {panel.x(series.x[i]), panel.y(series.lower[i]), panel.y(series.upper[i])};
    for (const double border : {panel.area.left, panel.area.right()}) {
      if (!last || !((last->x < border) == (next.x > border)) || last->x == border) continue;
      const double t = (border - last->x) / (next.x - last->x);
      add(border, last->low + t * (next.low - last->low),
          last->high + t * (next.high - last->high));
    }
    if (next.x >= panel.area.left && next.x <= panel.area.right()) add(next.x, next.low, next.high);
    last = next;
  }
  std::string path;
  for (const Point& p : above) path += (path.empty() ? "M" : " L") + at(p);
  for (auto p = below.rbegin(); p != below.rend(); ++p) path += " L" + at(*p);
  return path.empty() ? path : path + " Z";
}

std::string points_path(const Panel& panel, const Series& series) {
  std::string path;
  const std::size_t n = std::min(series.x.size(), series.y.size());
  // Many points are small points.
  const double size = n > 200 ? 2 : n > 60 ? 3 : 4;
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_place(panel, series.x[i], series.y[i])) continue;
    const Point p = place(panel, series.x[i], series.y[i]);
    if (inside(panel.area, p)) path += symbol_path(p.x, p.y, series.tone, size);
  }
  return path;
}

std::string intervals_path(const Panel& panel, const Series& series) {
  std::string path;
  const std::size_t n =
      std::min({series.x.size(), series.y.size(), series.lower.size(), series.upper.size()});
  for (std::size_t i = 0; i < n; ++i) {
    if (!has_place(panel, series.x[i], series.y[i])) continue;
    const bool sideways = series.sideways;
    const Scale& along = sideways ? panel.x : panel.y;
    if (!along.places(series.lower[i]) || !along.places(series.upper[i])) continue;
    const Point from = sideways ? place(panel, series.lower[i], series.y[i])
                                : place(panel, series.x[i], series.lower[i]);
    const Point to = sideways ? place(panel, series.upper[i], series.y[i])
                              : place(panel, series.x[i], series.upper[i]);
    if (const auto part = cut(panel.area, from, to)) {
      path += (path.empty() ? "M" : " M") + at(part->first) + " L" + at(part->second);
    }
  }
  return path;
}

std::string bars_path(const Panel& panel, const Series& series) {
  std::string path;
  const Rect& area = panel.area;
  const double base = std::clamp(panel.y(series.base), area.top, area.bottom());
  for (std::size_t i = 0; i < series.y.size() && i + 1 < series.x.size(); ++i) {
    if (!has_place(panel, series.x[i], series.y[i]) || !panel.x.places(series.x[i + 1])) continue;
    const double left = std::clamp(panel.x(series.x[i]), area.left, area.right());
    const double right = std::clamp(panel.x(series.x[i + 1]), area.left, area.right());
    const double top = std::clamp(panel.y(series.y[i]), area.top, area.bottom());
    if (right <= left || top == base) continue;
    path += fmt::format("{}M{} V{} H{} V{} Z", path.empty() ? "" : " ", at({left, base}),
                        coordinate(top), coordinate(right), coordinate(base));
  }
  return path;
}

void add_path(std::string& out, const char* kind, Tone tone, const std::string& path) {
  if (path.empty()) return;
  out += fmt::format("<path class=\"{} t{}\" d=\"{}\"/>\n", kind, tone, path);
}

}  // namespace

Panel make_panel(const Figure& figure, Rect area, Limits x, Limits y) {
  // Names run downwards, values upwards.
  const bool down = !figure.y.categories.empty();
  return {area, Scale(x, figure.x.log, area.left, area.right()),
          Scale(y, figure.y.log, down ? area.top : area.bottom(), down ? area.bottom() : area.top)};
}

std::string text_element(double x, double y, const char* anchor, const std::string& text,
                         const char* css_class) {
  return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     css_class, coordinate(x), coordinate(y), anchor, escape(text).text);
}

void draw_axes(std::string& out, const Panel& panel, const std::vector<Tick>& x,
               const std::vector<Tick>& y) {
  const Rect& area = panel.area;
  std::string grid;
  for (const Tick& tick : x) {
    grid += fmt::format("M{} V{} ", at({panel.x(tick.value), area.top}), coordinate(area.bottom()));
  }
  for (const Tick& tick : y) {
    grid += fmt::format("M{} H{} ", at({area.left, panel.y(tick.value)}), coordinate(area.right()));
  }
  if (!grid.empty()) {
    grid.pop_back();
    out += fmt::format("<path class=\"grid\" d=\"{}\"/>\n", grid);
  }
  double free_from = -1e9;
  for (const Tick& tick : x) {
    const double half = text_width(tick.label, kTickSize) / 2;
    const double middle = panel.x(tick.value);
    if (middle - half < free_from) continue;
    free_from = middle + half + 4;
    out += text_element(middle, area.bottom() + 18, "middle", tick.label);
  }
  double lowest = 1e9;  // y labels go upwards
  for (const Tick& tick : y) {
    const double middle = panel.y(tick.value);
    const bool names = panel.y(1) > panel.y(0);
    if (!names && middle > lowest - 2) continue;
    lowest = middle - kTickSize;
    out += text_element(area.left - 6, middle + 4, "end", tick.label);
  }
}

std::string symbol_path(double x, double y, Tone tone, double size) {
  const auto from = [&](double dx, double dy) { return fmt::format("M{}", at({x + dx, y + dy})); };
  const std::string s = coordinate(size);
  const std::string d = coordinate(2 * size);
  switch (tone) {
    case 2:  // a square
      return fmt::format("{}h{}v{}h-{}Z", from(-size * 0.9, -size * 0.9), coordinate(1.8 * size),
                         coordinate(1.8 * size), coordinate(1.8 * size));
    case 3:  // a triangle
      return fmt::format("{}l{} {}h-{}Z", from(0, -1.2 * size), coordinate(1.2 * size), d,
                         coordinate(2.4 * size));
    case 4:  // a diamond
      return fmt::format("{}l{} {}l-{} {}l-{} -{}Z", from(0, -1.3 * size), coordinate(1.3 * size),
                         coordinate(1.3 * size), coordinate(1.3 * size), coordinate(1.3 * size),
                         coordinate(1.3 * size), coordinate(1.3 * size));
    case 5:  // a triangle that stands on its tip
      return fmt::format("{}l{} -{}h-{}Z", from(0, 1.2 * size), coordinate(1.2 * size), d,
                         coordinate(2.4 * size));
    case 6:  // a flat bar
      return fmt::format("{}h{}v{}h-{}Z", from(-1.4 * size, -0.5 * size), coordinate(2.8 * size), s,
                         coordinate(2.8 * size));
    default:  // a disc
      return fmt::format("{}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0Z", from(-size, 0), s, s, d, s, s,
                         d);
  }
}

void draw_series(std::string& out, const Panel& panel, const Series& series) {
  switch (series.mark) {
    case Mark::kLine:
      add_path(out, "line", series.tone, line_path(panel, series, false));
      break;
    case Mark::kSteps:
      add_path(out, "line", series.tone, line_path(panel, series, true));
      break;
    case Mark::kPoints:
      add_path(out, "rng", series.tone, intervals_path(panel, series));
      add_path(out, "sym", series.tone, points_path(panel, series));
      break;
    case Mark::kBand:
      add_path(out, "band", series.tone, band_path(panel, series));
      break;
    case Mark::kBars:
      add_path(out, "bar", series.tone, bars_path(panel, series));
      break;
  }
}

}  // namespace calibrant::report
