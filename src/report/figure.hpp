// A plot as data, and its drawing as SVG. No pixels, no script: a string.
//
//   Figure figure = {.title = "Two classes", .x = {.title = "first"}, .y = {.title = "second"}};
//   figure.series.push_back({.label = "class 0", .mark = Mark::kPoints, .x = a, .y = b});
//   figure.series.push_back({.label = "class 1", .mark = Mark::kLine, .tone = 2, .x = c, .y = d});
//   page.add(figure, data_table);  // report/page.hpp
//
// A log axis is .x = {.title = "rows", .log = true}.
//
// Series are drawn in their order. Colours are tones of a palette that the colour-blind can tell
// apart; each tone has its own symbol and dash as well, so that print in grey works. The legend
// stands above the plot and wraps; tick labels are dropped before they touch. Values that are not
// finite, or not positive on a log axis, are left out, and break a line.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/interval.hpp"
#include "report/html.hpp"

namespace calibrant::report {

enum class Mark {
  kLine,    ///< y over x
  kSteps,   ///< y[i] from x[i] to x[i+1]
  kPoints,  ///< symbols, with intervals if lower and upper are given
  kBand,    ///< the area between lower and upper over x
  kBars,    ///< y[i] from x[i] to x[i+1]: one x more than y; bars begin at `base`
};

/// 1 to 6; 0 is the grey of guides (a diagonal, a threshold).
using Tone = int;

struct Series {
  std::string label = {};  ///< in the legend; empty: not there
  Mark mark = Mark::kLine;
  Tone tone = 1;
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> lower = {};
  std::vector<double> upper = {};
  bool sideways = false;  ///< points: the intervals lie along x
  double base = 0;        ///< bars
  /// What hovering over a point, or reaching it by keyboard, says; one per point, may have lines.
  std::vector<std::string> tips = {};

  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
  void add(double at, const Interval& interval) {
    x.push_back(at);
    lower.push_back(interval.lower);
    upper.push_back(interval.upper);
  }
  void add(double at, double value, const Interval& interval, std::string tip) {
    add(at, interval);
    y.push_back(value);
    tips.push_back(std::move(tip));
  }
};

struct Axis {
  std::string title = {};
  bool log = false;
  std::optional<double> low = {};  ///< absent: from the data, with some air
  std::optional<double> high = {};
  /// Names at the places 0, 1, 2, ...; those of a y axis run downwards.
  std::vector<std::string> categories = {};
};

/// Histogram below the plot, on the same x axis: one class upwards, the other downwards.
struct Marginal {
  std::vector<double> edges = {};
  std::vector<double> up = {};
  std::vector<double> down = {};
  std::string up_label = {};
  std::string down_label = {};
  Tone up_tone = 2;
  Tone down_tone = 1;
  bool log = false;  ///< heights by log(1 + count), for classes of very unlike size
};

/// The same series once more, larger, in a free corner: as fractions of the plot.
struct Inset {
  double x_low = 0;
  double x_high = 1;
  double y_low = 0;
  double y_high = 1;
  double left = 0.13;  ///< of its own plot area
  double top = 0.03;
  double size = 0.38;
};

struct Figure {
  std::string title = {};        ///< above it, and the <title>
  std::string description = {};  ///< the <desc>: what a reader who cannot see it should know
  std::string note = {};         ///< a line below it
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::optional<Marginal> marginal = {};
  std::optional<Inset> inset = {};
  double width = 440;    ///< of everything, in units of which text has 13
  double aspect = 0.66;  ///< height of the plot area over its width
  double rows = 0;       ///< with y categories: the height of each instead, in units
};

/// The drawing; `id` is unique within the page, and made of letters, digits and hyphens. Inside a
/// page the page's style sheet colours it.
Html svg(const Figure& figure, const std::string& id);

/// The drawing as a file of its own, with the style sheet inside.
std::string standalone_svg(const Figure& figure);

/// The drawing for a page of someone else, such as a notebook: it brings a style sheet that touches
/// nothing but such drawings, follows light and dark, and may stand there many times.
Html guest_svg(const Figure& figure);

}  // namespace calibrant::report
