// The data of the figures, not their pixels.
#include "report/plots.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <regex>

#include "calibrant/abb.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::report {
namespace {

using testing::Random;

Observations uniform_scores(std::size_t n, double low, double high, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    scores.push_back(low + (high - low) * random.uniform());
    labels.push_back(random.uniform() < scores.back() ? 1 : 0);
  }
  return observe(scores, labels);
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(ReportReliabilityPlot, ShowsTheBandTheBinsAndBothClasses) {
  const Observations seen = uniform_scores(800, 0, 1);
  const Diagnosis found = diagnose(seen);
  const auto [figure, table] = reliability_plot(seen, found, "t", {});
  ASSERT_EQ(figure.series.size(), 4U);
  EXPECT_EQ(figure.series[0].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(figure.series[0].y, (std::vector<double>{0, 1}));
  const Curve abb = fit_abb(seen, {.level = 0.95});
  const Series& band = figure.series[1];
  EXPECT_EQ(band.x.front(), seen.scores().front());
  EXPECT_EQ(band.x.back(), seen.scores().back());
  EXPECT_TRUE(std::ranges::is_sorted(band.x));
  for (std::size_t i = 0; i < band.x.size(); ++i) {
    EXPECT_EQ(band.lower[i], abb.interval(band.x[i]).lower);
    EXPECT_EQ(band.upper[i], abb.interval(band.x[i]).upper);
    EXPECT_EQ(figure.series[2].y[i], abb(band.x[i]));
  }
  const Series& bins = figure.series[3];
  ASSERT_EQ(bins.x.size(), 10U);
  EXPECT_EQ(bins.tips.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(bins.x[i], found.bins[i].rows.mean);
    EXPECT_EQ(bins.lower[i], found.bins[i].interval.lower);
    EXPECT_LE(bins.lower[i], bins.y[i]);
    EXPECT_GE(bins.upper[i], bins.y[i]);
  }
  EXPECT_EQ(sum(figure.marginal->up), seen.positive_weight());
  EXPECT_EQ(sum(figure.marginal->down), seen.negative_weight());
  EXPECT_EQ(table.rows.size(), 10U);
  EXPECT_FALSE(figure.inset.has_value());
  EXPECT_THAT(figure.description, ::testing::HasSubstr("none is off the diagonal"));
}

TEST(ReportReliabilityPlot, RareEventsAreEnlarged) {
  const Observations seen = uniform_scores(20000, 0, 0.01);
  const auto [figure, table] = reliability_plot(seen, diagnose(seen), "t", {});
  ASSERT_TRUE(figure.inset.has_value());
  EXPECT_EQ(figure.inset->x_low, 0);
  EXPECT_EQ(figure.inset->y_low, 0);
  EXPECT_EQ(figure.inset->x_high, figure.inset->y_high);
  EXPECT_NEAR(figure.inset->x_high, 0.01, 0.0101);
  EXPECT_TRUE(figure.marginal->log);
  // What is drawn of many rows is no more than the eye can see.
  EXPECT_LE(figure.series[1].x.size(), 200U);
}

TEST(ReportReliabilityPlot, OneProbabilityAndOneClass) {
  const std::vector<double> p = {0.3, 0.3, 0.3};
  const std::vector<int> none = {0, 0, 0};
  const Observations seen = observe(p, none);
  const auto [figure, table] = reliability_plot(seen, diagnose(seen), "t", {});
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(svg(figure, "f").text, ::testing::HasSubstr("</svg>"));
}

TEST(ReportCurvePlot, ShowsBandKnotsAndBins) {
  const Observations seen = uniform_scores(300, 0, 1);
  const Curve sbb = fit_sbb(seen, {.level = 0.95});
  const auto [figure, table] = curve_plot(sbb, seen, "sbb");
  const auto marks = [](const Figure& some) {
    std::vector<Mark> result;
    for (const Series& series : some.series) result.push_back(series.mark);
    return result;
  };
  EXPECT_THAT(marks(figure),
              ::testing::ElementsAre(Mark::kBand, Mark::kSteps, Mark::kPoints, Mark::kPoints));
  EXPECT_EQ(figure.series[2].label, "borders");
  EXPECT_EQ(figure.series[2].x, std::get<Steps>(sbb.shape()).borders);
  for (std::size_t i = 0; i < figure.series[1].x.size(); ++i) {
    EXPECT_EQ(figure.series[1].y[i], sbb(figure.series[1].x[i]));
  }
  // Scores need not be probabilities, and a formula has neither band nor knots.
  const Observations wide =
      observe(std::vector<double>{-40, 3, 17, 250}, std::vector<int>{0, 1, 0, 1});
  const auto platt = curve_plot(fit_platt(wide), wide, "platt");
  EXPECT_THAT(marks(platt.figure), ::testing::ElementsAre(Mark::kLine, Mark::kPoints));
  EXPECT_EQ(platt.figure.note, "A formula with fitted coefficients.");
}

TEST(ReportCurvePlot, NeedsNoScores) {
  const Observations seen = uniform_scores(300, 0, 1);
  const auto ends = [](const Curve& curve) {
    const Figure figure = curve_plot(curve, "m");
    const Series& line = figure.series.front();
    EXPECT_TRUE(std::ranges::is_sorted(line.x));
    return std::pair(line.x.front(), line.x.back());
  };
  const Curve sbb = fit_sbb(seen, {.level = 0.95});
  EXPECT_EQ(ends(sbb), std::pair(0.0, 1.0));
  const Figure figure = curve_plot(sbb, "sbb");
  ASSERT_EQ(figure.series.size(), 3U);  // band, line, borders
  EXPECT_EQ(figure.series[0].mark, Mark::kBand);
  EXPECT_EQ(figure.series[2].x, std::get<Steps>(sbb.shape()).borders);
  for (std::size_t i = 0; i < figure.series[1].x.size(); ++i) {
    EXPECT_EQ(figure.series[1].y[i], sbb(figure.series[1].x[i]));
  }
  // From the first knot to the last; a formula from 1 to 99 %, a table over its cells.
  EXPECT_EQ(ends(Curve(Segments{.knots = {-3, 5}, .values = {0.1, 0.9}})), std::pair(-3.0, 5.0));
  const auto [low, high] = ends(Curve(Sigmoid{.intercept = -50, .slope = 0.5}));
  EXPECT_NEAR(low, 100 - 9.2, 1e-9);
  EXPECT_NEAR(high, 100 + 9.2, 1e-9);
  EXPECT_EQ(ends(Curve(Sigmoid{.input = Sigmoid::Input::kLogit})), std::pair(0.0, 1.0));
  EXPECT_EQ(ends(Curve(Grid{.low = 2, .high = 4, .values = {0.2, 0.6}})), std::pair(2.0, 4.0));
  // What goes on beyond its borders is shown to go on.
  EXPECT_EQ(ends(Curve(Steps{.borders = {10, 20}, .values = {0, 0.5, 1}})), std::pair(9.0, 21.0));
  // Nothing bends.
  EXPECT_EQ(ends(Curve(Steps{.borders = {}, .values = {0.5}})), std::pair(0.0, 1.0));
  EXPECT_EQ(ends(Curve(Sigmoid{.slope = 0})), std::pair(0.0, 1.0));
  EXPECT_EQ(ends(Curve(Sigmoid{.slope = 1e-320})), std::pair(0.0, 1.0));
}

TEST(ReportComparisonPlots, AHopelessMethodIsNamedOffTheScale) {
  Comparison comparison;
  comparison.measures = {
      {.name = "log_loss", .title = "log loss", .larger_is_better = false, .by_fold = true}};
  comparison.contestants = {{"a", {{0.30, 0.01, true}}},
                            {"b", {{0.31, 0.01, false}}},
                            {"c", {{0.32, 0.01, false}}},
                            {"raw", {{2.5, 0.1, false}}}};
  const Figure figure = comparison_plots(comparison).at(0).figure;
  EXPECT_THAT(figure.y.categories, ::testing::ElementsAre("a", "b", "c", "raw 2.5 →"));
  EXPECT_LT(*figure.x.high, 0.4);
  EXPECT_EQ(figure.series[0].x, (std::vector<double>{0.31, 0.32}));
  EXPECT_EQ(figure.series[1].x, (std::vector<double>{0.30}));
  EXPECT_NEAR(figure.series[1].upper[0], 0.30 + 1.96 * 0.01, 1e-12);
  const Table table = comparison_table(comparison);
  EXPECT_EQ(table.rows[0][1], "0.3000 ± 0.0100 *");
  EXPECT_EQ(table.rows[3][1], "2.5000 ± 0.1000");
}

/// Every drawing is made of finite numbers.
void expect_finite(const Figure& figure) {
  const std::string drawing = svg(figure, "f").text;
  const std::regex place(" (d|x|y|cx|cy|width|height)=\"([^\"]*)\"");
  for (std::sregex_iterator i(drawing.begin(), drawing.end(), place), end; i != end; ++i) {
    const std::string numbers = (*i)[2];
    EXPECT_EQ(numbers.find_first_not_of("MLHVZahlv0123456789.- "), std::string::npos) << numbers;
  }
}

TEST(ReportCurvePlot, AnyFiniteScores) {
  const double most = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> all = {{-most, 0, most},
                                                {0, least, 2 * least},
                                                {1, std::nextafter(1, 2), std::nextafter(1, 0)},
                                                {1e300, 1e300 + 1e290, 2e300},
                                                {-5, -5, -5}};
  for (const std::vector<double>& scores : all) {
    const Observations seen = observe(scores, std::vector<int>{0, 1, 0});
    for (const Curve& curve : {fit_abb(seen, {.level = 0.95}), fit_platt(seen), fit_sbb(seen)}) {
      expect_finite(curve_plot(curve, seen, "m").figure);
    }
  }
}

TEST(ReportReliabilityPlot, AnyProbabilities) {
  Random random(21);
  for (int run = 0; run < 30; ++run) {
    const std::size_t n = 1 + random.below(40);
    const double power = std::pow(10.0, 4 * random.uniform() - 2);
    const double rate = random.uniform() < 0.3 ? 0.0 : random.uniform();
    const double unit = std::pow(10.0, 14 * random.uniform() - 6);  // of the weights
    std::vector<double> p;
    std::vector<double> weights;
    std::vector<int> labels;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = random.uniform();
      p.push_back(u < 0.1 ? 0 : u > 0.9 ? 1 : std::pow(u, power));
      weights.push_back(unit * (0.1 + random.uniform()));
      labels.push_back(random.uniform() < rate ? 1 : 0);
    }
    const Observations seen = observe(p, labels, weights);
    const Diagnosis found = diagnose(seen);
    expect_finite(reliability_plot(seen, found, "t", {}).figure);
    for (const DiagnosedBin& bin : found.bins) {
      EXPECT_LE(bin.interval.lower, bin.rows.observed());
      EXPECT_GE(bin.interval.upper, bin.rows.observed());
    }
  }
}

}  // namespace
}  // namespace calibrant::report
