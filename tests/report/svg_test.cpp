// Drawings: well-formed, complete, inside their figure.
#include <gmock/gmock.h>

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <regex>
#include <sstream>

#include "report/figure.hpp"
#include "report/scale.hpp"

namespace calibrant::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> labels(const std::vector<Tick>& some) {
  std::vector<std::string> result;
  for (const Tick& tick : some) result.push_back(tick.label);
  return result;
}

/// Throws if the text is no well-formed XML.
boost::property_tree::ptree parse(const std::string& text) {
  std::istringstream stream(text);
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree;
}

/// The text elements, in their order.
std::vector<std::string> texts(const std::string& drawing) {
  std::vector<std::string> result;
  const std::regex element("<text[^>]*>([^<]*)</text>");
  for (std::sregex_iterator i(drawing.begin(), drawing.end(), element), end; i != end; ++i) {
    result.push_back((*i)[1]);
  }
  return result;
}

/// The d of the paths of this class.
std::string path(const std::string& drawing, const std::string& css_class) {
  const std::regex element("<path class=\"" + css_class + "\" d=\"([^\"]*)\"");
  std::string result;
  for (std::sregex_iterator i(drawing.begin(), drawing.end(), element), end; i != end; ++i) {
    result += (*i)[1].str() + "|";
  }
  return result;
}

Figure unit_square(Series series) {
  Figure figure = {.title = "a < b", .description = "what", .aspect = 1};
  figure.x = {.low = 0, .high = 1};
  figure.y = {.low = 0, .high = 1};
  figure.series = {std::move(series)};
  return figure;
}

TEST(ReportTicks, RoundValues) {
  EXPECT_THAT(labels(ticks({}, {0, 1}, 6)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(ticks({}, {-3, 12}, 4)), ElementsAre("0", "5", "10"));
  EXPECT_THAT(labels(ticks({}, {0.31, 0.347}, 5)), ElementsAre("0.31", "0.32", "0.33", "0.34"));
  EXPECT_THAT(labels(ticks({}, {0, 40000}, 3)), ElementsAre("0", "20000", "40000"));
}

TEST(ReportTicks, NeverMoreThanAskedForAndNeverOutside) {
  for (double low : {-7.3, 0.0, 0.001, 12.0, 1e6}) {
    for (double span : {1e-6, 0.013, 1.0, 77.7, 3e9}) {
      for (std::size_t most = 2; most < 9; ++most) {
        const auto some = ticks({}, {low, low + span}, most);
        EXPECT_LE(some.size(), most + 1) << low << " " << span;
        EXPECT_FALSE(some.empty()) << low << " " << span;
        for (const Tick& tick : some) {
          EXPECT_GE(tick.value, low - 1e-6 * span);
          EXPECT_LE(tick.value, low + span + 1e-6 * span);
        }
      }
    }
  }
}

TEST(ReportTicks, LogAxes) {
  const Axis log = {.log = true};
  EXPECT_THAT(labels(ticks(log, {90, 1.1e7}, 6)),
              ElementsAre("100", "10³", "10⁴", "10⁵", "10⁶", "10⁷"));
  EXPECT_THAT(labels(ticks(log, {0.9, 30}, 8)), ElementsAre("1", "2", "5", "10", "20"));
  EXPECT_THAT(labels(ticks(log, {1e-6, 1e6}, 4)), ElementsAre("10⁻⁶", "10⁻³", "1", "10³", "10⁶"));
}

TEST(ReportLimits, FollowTheDataAndAreNeverEmpty) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Limits plain = axis_limits({}, {2, nan, 12});
  EXPECT_DOUBLE_EQ(plain.low, 1.6);
  EXPECT_DOUBLE_EQ(plain.high, 12.4);
  for (const auto& [axis, values] :
       std::vector<std::pair<Axis, std::vector<double>>>{{{}, {}},
                                                         {{}, {0}},
                                                         {{}, {5, 5}},
                                                         {{}, {1e300, 1e300}},
                                                         {{.log = true}, {0, -1}},
                                                         {{.log = true}, {7}},
                                                         {{.low = 3, .high = 3}, {1}}}) {
    const Limits limits = axis_limits(axis, values);
    EXPECT_LT(limits.low, limits.high);
    EXPECT_TRUE(!axis.log || limits.low > 0);
  }
}

TEST(ReportSvg, IsWellFormedAndDescribed) {
  Figure figure = unit_square({.label = "<b>&\"", .x = {0, 0.5, 1}, .y = {0, 1, 0.25}});
  figure.x.title = "score of <column>";
  figure.marginal = Marginal{.edges = {0, 0.5, 1}, .up = {1, 2}, .down = {3, 0}, .up_label = "1"};
  figure.inset = Inset{};
  const std::string drawing = standalone_svg(figure);
  const auto tree = parse(drawing);
  EXPECT_EQ(tree.get<std::string>("svg.title"), "a < b");
  EXPECT_EQ(tree.get<std::string>("svg.desc"), "what");
  EXPECT_EQ(tree.get<std::string>("svg.<xmlattr>.role"), "img");
  EXPECT_THAT(drawing, Not(HasSubstr("<b>")));
  EXPECT_THAT(texts(drawing), ::testing::Contains("score of &lt;column&gt;"));
}

TEST(ReportSvg, AGuestTouchesNothingButItself) {
  const Figure figure = unit_square({.label = "one", .x = {0, 1}, .y = {0, 1}});
  Figure other = figure;
  other.series[0].y = {0, 0.5};
  const std::string drawing = guest_svg(figure).text;
  const auto tree = parse(drawing);
  EXPECT_EQ(tree.get<std::string>("svg.<xmlattr>.class"), "calibrant-plot");
  // Every rule begins with the drawing's own class, those inside @media, too.
  const std::string style = tree.get<std::string>("svg.style");
  const std::regex rule("([^{}]*)\\{[^{}]*\\}");
  int rules = 0;
  for (std::sregex_iterator i(style.begin(), style.end(), rule), end; i != end; ++i, ++rules) {
    EXPECT_THAT((*i)[1].str(), HasSubstr(".calibrant-plot"));
  }
  EXPECT_GT(rules, 20);
  EXPECT_THAT(style, Not(HasSubstr(":root")));
  // The same drawing has the same name, another one another.
  const auto name = [&](const Figure& some) {
    return parse(guest_svg(some).text).get<std::string>("svg.title.<xmlattr>.id");
  };
  EXPECT_EQ(name(figure), name(figure));
  EXPECT_NE(name(figure), name(other));
}

TEST(ReportSvg, LinesEndWhereTheyLeaveThePlot) {
  // The area is 0 to 1; the line comes from below, leaves at the top and comes back.
  const std::string drawing =
      svg(unit_square({.tone = 3, .x = {-1, 1, 3}, .y = {-1, 1, -1}}), "f").text;
  const auto d = path(drawing, "line t3");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(d, match, std::regex("M([0-9.]+) ([0-9.]+) L([0-9.]+) ([0-9.]+)")));
  EXPECT_LT(std::stod(match[1]), std::stod(match[3]));
  EXPECT_GT(std::stod(match[2]), std::stod(match[4]));
  EXPECT_EQ(std::count(d.begin(), d.end(), 'L'), 1) << d;
}

TEST(ReportSvg, WhatIsNotFiniteBreaksALine) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string drawing =
      svg(unit_square({.x = {0, 0.2, 0.4, 0.6, 0.8}, .y = {0, 0.1, nan, 0.3, 0.4}}), "f").text;
  const auto d = path(drawing, "line t1");
  EXPECT_EQ(std::count(d.begin(), d.end(), 'M'), 2) << d;
  EXPECT_THAT(drawing, Not(HasSubstr("nan")));
}

TEST(ReportSvg, EveryMarkIsDrawn) {
  const std::vector<double> x = {0.1, 0.4, 0.9};
  const std::vector<double> y = {0.2, 0.3, 0.8};
  const std::vector<double> low = {0.1, 0.2, 0.7};
  const auto drawn = [&](Mark mark, const char* css_class) {
    return path(
        svg(unit_square({.mark = mark, .tone = 2, .x = x, .y = y, .lower = low, .upper = y}), "f")
            .text,
        css_class);
  };
  const auto count = [](const std::string& d, char c) { return std::count(d.begin(), d.end(), c); };
  EXPECT_EQ(count(drawn(Mark::kLine, "line t2"), 'L'), 2);
  EXPECT_EQ(count(drawn(Mark::kSteps, "line t2"), 'L'), 4);
  EXPECT_EQ(count(drawn(Mark::kPoints, "sym t2"), 'M'), 3);
  EXPECT_EQ(count(drawn(Mark::kPoints, "rng t2"), 'M'), 3);
  EXPECT_EQ(count(drawn(Mark::kBand, "band t2"), 'L'), 5);
  EXPECT_EQ(count(drawn(Mark::kBars, "bar t2"), 'Z'), 2);
}

TEST(ReportSvg, ABandIsCutAtTheSides) {
  const std::string drawing =
      svg(unit_square(
              {.mark = Mark::kBand, .x = {-1, 3}, .lower = {0.25, 0.25}, .upper = {0.75, 0.75}}),
          "f")
          .text;
  const auto d = path(drawing, "band t1");
  EXPECT_EQ(std::count(d.begin(), d.end(), 'L'), 3) << d;
}

TEST(ReportSvg, TipsCanBeReachedByKeyboard) {
  Series points = {
      .mark = Mark::kPoints, .x = {0.2, 5}, .y = {0.5, 5}, .tips = {"one\n<two>", "far away"}};
  const std::string drawing = svg(unit_square(points), "f").text;
  EXPECT_THAT(drawing, HasSubstr("role=\"group\""));
  EXPECT_THAT(drawing, HasSubstr("tabindex=\"0\" role=\"img\" aria-label=\"one; &lt;two&gt;\""));
  EXPECT_THAT(drawing, Not(HasSubstr("far away")));  // outside the plot
}

TEST(ReportSvg, SameFigureSameBytes) {
  const Figure figure = unit_square({.x = {0, 1}, .y = {0.123456789, 1.0 / 3}});
  EXPECT_EQ(svg(figure, "f").text, svg(figure, "f").text);
  EXPECT_THAT(svg(figure, "f").text, HasSubstr("id=\"f-title\""));
}

}  // namespace
}  // namespace calibrant::report
