// The thinned curve against the exact one, at every knot of both: between them both are straight.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calibrant/auto.hpp"
#include "calibrant/export.hpp"
#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/simplify.hpp"
#include "helpers/shapes.hpp"
#include "helpers/truths.hpp"
#include "math/log_odds.hpp"

namespace calibrant {
namespace {

constexpr std::size_t kMostKnots = 300;
constexpr double kLeastLoss = 1e-9;
constexpr double kMostLoss = 1e-6;
constexpr double kMostDistance = 0.01;
constexpr double kShareOfBand = 0.02;
constexpr double kDigitRounding = 2e-5;  // of log odds: six digits

const Segments& segments_of(const Curve& curve) { return std::get<Segments>(curve.shape()); }

std::vector<double> all_knots(const Curve& a, const Curve& b) {
  std::vector<double> places = segments_of(a).knots;
  places.insert(places.end(), segments_of(b).knots.begin(), segments_of(b).knots.end());
  return places;
}

double divergence(double p, double q) {
  const auto part = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0; };
  return part(p, q) + part(1 - p, 1 - q);
}

double distance(double p, double q) { return std::abs(log_odds_of(p) - log_odds_of(q)); }

// Everything that thin() promises of Segments; the largest divergence.
double check_promises(const Curve& exact, const Curve& thinned) {
  double most = 0;
  bool inside = true;
  for (std::size_t k = 0; exact.band() && k < exact.band()->lower.size(); ++k) {
    const double value = segments_of(exact).values[k];
    inside = inside && exact.band()->lower[k] <= value && value <= exact.band()->upper[k];
  }
  for (const double x : all_knots(exact, thinned)) {
    const double p = exact(x);
    most = std::max(most, divergence(p, thinned(x)));
    EXPECT_LE(distance(p, thinned(x)), kMostDistance + kDigitRounding) << x;
    if (!exact.band()) continue;
    const Interval was = exact.interval(x);
    const Interval is = thinned.interval(x);
    // The value that the bounds are held against is that of a knot; between knots it bends.
    const auto near = [&](double bound, double now) {
      return distance(bound, now) <=
             kDigitRounding + std::max(kMostDistance, 1.1 * kShareOfBand * distance(bound, p));
    };
    EXPECT_TRUE(near(was.lower, is.lower)) << x << ": " << was.lower << " " << is.lower;
    EXPECT_TRUE(near(was.upper, is.upper)) << x << ": " << was.upper << " " << is.upper;
    EXPECT_LE(is.lower, is.upper);
    if (inside) {
      EXPECT_LE(is.lower, thinned(x));
      EXPECT_LE(thinned(x), is.upper);
    }
  }
  EXPECT_LE(most, kMostLoss);
  if (segments_of(thinned).knots.size() > kMostKnots) {
    EXPECT_GT(most, kMostLoss / 4) << "a larger tolerance would have left fewer knots";
  }
  EXPECT_EQ(std::ranges::is_sorted(segments_of(exact).values) &&
                !std::ranges::is_sorted(segments_of(thinned).values),
            false);
  return most;
}

// Steps, slopes and wiggles, some of them flat, ascending or not.
Curve random_curve(testing::Random& random, std::size_t n, bool ascending, bool with_band) {
  Segments segments;
  double x = -3;
  double z = -6;
  double drift = 0;
  for (std::size_t i = 0; i < n; ++i) {
    segments.knots.push_back(x += std::exp(-12 * random.uniform()));
    if (random.below(50) == 0) drift = 0.1 * random.normal();
    const double step = (random.below(200) == 0 ? random.normal() : 0) + drift +
                        1e-3 * (random.below(2) == 0 ? random.normal() : 0);
    z = std::clamp(z + (ascending ? std::abs(step) : step), -20.0, 20.0);
    segments.values.push_back(logistic(z));
  }
  if (!with_band) return Curve(segments);
  Band band;
  for (const double value : segments.values) {
    band.lower.push_back(logistic(logit(value) - 0.3));
    band.upper.push_back(logistic(logit(value) + 0.2));
  }
  return Curve(segments, band);
}

TEST(Thin, KeepsItsPromisesOnRandomCurves) {
  testing::Random random(1);
  for (int i = 0; i < 120; ++i) {
    const std::size_t n = 2 + random.below(i % 10 == 0 ? 5000 : 300);
    const Curve exact = random_curve(random, n, i % 2 == 0, i % 4 >= 2);
    SCOPED_TRACE(i);
    check_promises(exact, thin(exact));
  }
}

TEST(Thin, AnyDoublesMayBeKnots) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  Segments near_zero = {{0, least, 2 * least, 1e-310, 1e-300, 0.5, 1}, {}};
  near_zero.values = {1e-9, 0.2, 0.2, 0.25, 0.3, 0.9, 0.9};
  const Curve exact(near_zero);
  check_promises(exact, thin(exact));
  const Curve extreme(Segments{{0, 1, 2, 3}, {0, 0, 1, 1}});
  check_promises(extreme, thin(extreme));
  const Curve wide(Segments{{-most, 0, most}, {0.1, 0.5, 0.6}});
  EXPECT_EQ(to_json(thin(wide)), to_json(wide));
  const Curve one(Segments{{0.5}, {0.25}});
  EXPECT_EQ(to_json(thin(one)), to_json(one));
}

TEST(Thin, OtherShapesStayAsTheyAre) {
  for (const Curve& curve :
       {Curve(Sigmoid{}), Curve(Steps{{0.5}, {0.1, 0.9}}), Curve(Grid{0, 1, {0.1, 0.1, 0.2}})}) {
    EXPECT_EQ(to_json(thin(curve)), to_json(curve));
  }
}

TEST(Thin, AStraightLineHasTwoKnotsAndALogisticCurveNone) {
  Segments line;
  Segments logistic_curve;
  for (int k = 0; k <= 1000; ++k) {
    line.knots.push_back(k / 1000.0);
    line.values.push_back(0.25 + 0.5 * k / 1000.0);
    logistic_curve.knots.push_back(k / 50.0 - 10);
    logistic_curve.values.push_back(logistic(0.5 - 1.5 * logistic_curve.knots.back()));
  }
  EXPECT_EQ(segments_of(thin(Curve(line))).knots, (std::vector<double>{0, 1}));
  const Curve found = thin(Curve(logistic_curve));
  const auto& sigmoid = std::get<Sigmoid>(found.shape());
  EXPECT_NEAR(sigmoid.intercept, 0.5, 1e-9);
  EXPECT_NEAR(sigmoid.slope, -1.5, 1e-9);
  EXPECT_EQ(sigmoid.input, Sigmoid::Input::kScore);
}

// By the definition: no straight line from the first knot passes all of them, so one must be kept.
TEST(Thin, ATubeThatIsTooNarrowKeepsTheKnot) {
  const auto kinked = [](double z) {
    return Curve(Segments{{0, 0.5, 1}, {0.5, logistic(z), 0.5}});
  };
  const double allowed = std::sqrt(2 * kLeastLoss / 0.25);
  // The line may pass each end as far below as the middle above, hence twice.
  EXPECT_EQ(segments_of(thin(kinked(1.5 * allowed))).knots.size(), 2U);
  EXPECT_EQ(segments_of(thin(kinked(2.1 * allowed))).knots.size(), 3U);
}

TEST(Thin, AutoIsSmallOnEveryShape) {
  for (const std::size_t n : {100U, 1000U, 10'000U}) {
    for (const testing::Truth truth : testing::kTruths) {
      if (n == 10'000 && truth != testing::Truth::kWiggle && truth != testing::Truth::kMargin) {
        continue;  // the roughest, and margins; bench/quality has the others
      }
      const testing::Sample sample = testing::draw(truth, n, 1);
      for (const bool band : {false, true}) {
        SCOPED_TRACE(fmt::format("{} {} {}", testing::name(truth), n, band));
        MethodOptions options{.level = band ? std::optional(0.9) : std::nullopt,
                              .monotone = n == 1000};
        const Curve small = fit_method("auto", sample.scores, sample.labels, {}, options);
        options.exact = true;
        const Curve exact = fit_method("auto", sample.scores, sample.labels, {}, options);
        EXPECT_LE(to_json(small).size(), 30'000U);
        EXPECT_LE(export_model(small, ExportTarget::kSql).size(), 60'000U);
        if (std::holds_alternative<Segments>(small.shape())) check_promises(exact, small);
      }
    }
  }
}

TEST(Thin, ExactKeepsEveryKnotAndATableIsMadeOfThem) {
  const testing::Sample sample = testing::draw(testing::Truth::kBump, 500, 1);
  const Observations seen = observe(sample.scores, sample.labels);
  const Curve exact = fit_auto(seen);
  EXPECT_EQ(to_json(fit_method("auto", seen, {.exact = true})), to_json(exact));
  EXPECT_NE(to_json(fit_method("auto", seen)), to_json(exact));
  const TabulateOptions table{
      .cells = 50, .low = seen.scores().front(), .high = seen.scores().back()};
  EXPECT_EQ(to_json(fit_method("auto", seen, {.tabulate = 50})), to_json(tabulate(exact, table)));
}

}  // namespace
}  // namespace calibrant
