#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "calibrant/diagram.hpp"
#include "calibrant/metrics.hpp"
#include "report/format.hpp"
#include "report/plots.hpp"

namespace calibrant::report {
namespace {

constexpr std::size_t kCurvePlaces = 120;
constexpr std::size_t kMostKnots = 40;

/// Where the curve bends or jumps; empty for a formula.
std::vector<double> knots_of(const Curve& curve) {
  if (const auto* steps = std::get_if<Steps>(&curve.shape())) return steps->borders;
  if (const auto* segments = std::get_if<Segments>(&curve.shape())) return segments->knots;
  return {};
}

bool is_stepped(const Curve& curve) {
  return std::holds_alternative<Steps>(curve.shape()) ||
         std::holds_alternative<Grid>(curve.shape());
}

std::string shape_words(const Curve& curve) {
  const std::size_t knots = knots_of(curve).size();
  if (std::holds_alternative<Sigmoid>(curve.shape())) return "A formula with fitted coefficients.";
  if (std::holds_alternative<Steps>(curve.shape())) {
    return fmt::format("{} steps.", count(static_cast<double>(knots + 1)));
  }
  if (const auto* grid = std::get_if<Grid>(&curve.shape())) {
    return fmt::format("{} equal cells.", count(static_cast<double>(grid->values.size())));
  }
  return fmt::format("Straight lines between {} knots.", count(static_cast<double>(knots)));
}

/// Where a curve is drawn if nothing is known of the scores: where it bends, or where a formula is
/// neither 0 nor 1.
std::pair<double, double> range_of(const Curve& curve) {
  constexpr double kNearlyOne = 4.6;  // log odds of 0.99
  if (const auto* grid = std::get_if<Grid>(&curve.shape())) return {grid->low, grid->high};
  if (const auto* sigmoid = std::get_if<Sigmoid>(&curve.shape())) {
    if (sigmoid->input != Sigmoid::Input::kScore || sigmoid->slope == 0) return {0, 1};
    const double middle = -sigmoid->intercept / sigmoid->slope;
    const double half = kNearlyOne / std::abs(sigmoid->slope);
    if (!std::isfinite(middle - half) || !std::isfinite(middle + half)) return {0, 1};
    return {middle - half, middle + half};
  }
  const std::vector<double> knots = knots_of(curve);
  if (knots.empty()) return {0, 1};
  if (std::holds_alternative<Segments>(curve.shape()) && knots.size() > 1) {
    return {knots.front(), knots.back()};
  }
  if (knots.front() >= 0 && knots.back() <= 1) return {0, 1};
  // Steps go on beyond their borders: show a little of the outer ones.
  const double air = std::max(0.1 * (knots.back() - knots.front()), 0.1);
  return {knots.front() - air, knots.back() + air};
}

/// The places, and every bend of a curve that has not too many, so that none is missed.
std::vector<double> with_knots(std::vector<double> places, const std::vector<double>& knots) {
  if (knots.size() > kMostKnots) return places;
  const auto [low, high] = std::pair(places.front(), places.back());
  for (const double knot : knots) {
    if (knot > low && knot < high) places.push_back(knot);
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// Few values: less of the axis.
void lower_the_ceiling(Figure& figure) {
  double most = 0;
  for (const Series& series : figure.series) {
    for (const auto* values : {&series.y, &series.upper}) {
      for (const double value : *values) most = std::max(most, value);
    }
  }
  if (most <= 0.5) figure.y.high = round_up(most);
}

/// The curve itself: its band, its line through the places, its knots.
Figure curve_figure(const Curve& curve, const std::vector<double>& sampled,
                    const std::string& method) {
  const double low = sampled.front();
  const double high = sampled.back();
  Figure figure = {.title = "From score to probability: " + method};
  figure.x = {.title = "score"};
  if (low >= 0 && high <= 1 && high - low > 0.5) figure.x = {.title = "score", .low = 0, .high = 1};
  figure.y = {.title = "probability", .low = 0, .high = 1};
  const std::vector<double> knots = knots_of(curve);
  const std::vector<double> places = with_knots(sampled, knots);
  Series line = {.label = "calibrated with " + method,
                 .mark = is_stepped(curve) ? Mark::kSteps : Mark::kLine,
                 .tone = 1,
                 .x = places,
                 .y = apply(curve, places)};
  if (curve.band()) {
    Series band = {.label = fmt::format("{:g} % credible band", 100 * curve.band()->level),
                   .mark = Mark::kBand,
                   .tone = 1};
    for (const double x : places) band.add(x, curve.interval(x));
    figure.series.push_back(std::move(band));
  }
  figure.series.push_back(std::move(line));
  if (!knots.empty() && knots.size() <= kMostKnots) {
    Series dots = {
        .label = is_stepped(curve) ? "borders" : "knots", .mark = Mark::kPoints, .tone = 4};
    for (const double knot : knots) {
      if (knot >= low && knot <= high) dots.add(knot, curve(knot));
    }
    if (!dots.x.empty()) figure.series.push_back(std::move(dots));
  }
  figure.description = fmt::format(
      "The probability that {} gives each score, from {} at {} to {} at {}.", method,
      percent(curve(low)), significant(low, 3), percent(curve(high)), significant(high, 3));
  figure.note = shape_words(curve);
  return figure;
}

/// Two decimals more than the span of the scores needs.
std::string score_text(double score, double span) {
  return significant(score, span > 0 && span < 0.01 * std::abs(score) ? 6 : 3);
}

}  // namespace

FigureWithData curve_plot(const Curve& curve, const Observations& scores,
                          const std::string& method) {
  const double span = scores.scores().back() - scores.scores().front();
  Figure figure = curve_figure(curve, sample_places(scores, kCurvePlaces), method);
  Table table = {.caption = "Bins of equal mass of the scores"};
  table.columns = {
      {"from"}, {"to"}, {"rows"}, {"observed"}, {"95 % interval"}, {"curve at the mean"}};
  Series bins = {.label = "observed, 95 % interval", .mark = Mark::kPoints, .tone = 2};
  for (const MassBin& bin : mass_bins(scores, usual_bins(scores))) {
    const Interval interval =
        exact_binomial_interval(bin.negatives, bin.positives, kDiagnosisLevel);
    const std::vector<std::string> cells = {score_text(bin.low, span),
                                            score_text(bin.high, span),
                                            count(bin.weight()),
                                            percent(bin.observed()),
                                            percent_range(interval.lower, interval.upper),
                                            percent(curve(bin.mean))};
    bins.add(bin.mean, bin.observed(), interval,
             fmt::format("{} to {}: {} rows\nobserved {} ({})\ncalibrated {}", cells[0], cells[1],
                         cells[2], cells[3], cells[4], cells[5]));
    table.rows.push_back(cells);
  }
  figure.series.push_back(std::move(bins));
  lower_the_ceiling(figure);
  return {std::move(figure), std::move(table)};
}

Figure curve_plot(const Curve& curve, const std::string& method) {
  const auto [low, high] = range_of(curve);
  std::vector<double> places;
  for (std::size_t i = 0; i <= 2 * kCurvePlaces; ++i) {
    const double share = static_cast<double>(i) / (2 * kCurvePlaces);
    places.push_back((1 - share) * low + share * high);  // never beyond the doubles
  }
  Figure figure = curve_figure(curve, places, method);
  lower_the_ceiling(figure);
  return figure;
}

}  // namespace calibrant::report
