// One plot area: its axes and what is drawn in it. A figure has one, or two with an inset.
#pragma once

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/scale.hpp"

namespace calibrant::report {

inline constexpr double kTextSize = 13;
inline constexpr double kTickSize = 12;

struct Rect {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Panel {
  Rect area;
  Scale x;
  Scale y;
};

Panel make_panel(const Figure& figure, Rect area, Limits x, Limits y);

/// <text>, escaped. `anchor` is start, middle or end.
std::string text_element(double x, double y, const char* anchor, const std::string& text,
                         const char* css_class = "tk");

/// Grid lines, the frame and the labels of the ticks; x labels that would touch are left out.
void draw_axes(std::string& out, const Panel& panel, const std::vector<Tick>& x,
               const std::vector<Tick>& y);

/// Nothing is drawn outside the area: lines end where they leave it.
void draw_series(std::string& out, const Panel& panel, const Series& series);

/// A symbol of the legend or of the points of a series.
std::string symbol_path(double x, double y, Tone tone, double size);

/// The points' tips: focusable, shown by the style sheet alone.
void draw_tips(std::string& out, const Panel& panel, const Series& series, double figure_width,
               double figure_height);

}  // namespace calibrant::report
