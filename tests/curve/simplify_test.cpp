#include "calibrant/simplify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "calibrant/error.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

constexpr double kRounding = 1e-15;

std::vector<double> values_of(const Curve& curve) {
  return std::visit(
      [](const auto& shape) {
        if constexpr (requires { shape.values; }) return shape.values;
        return std::vector<double>();
      },
      curve.shape());
}

struct Error3 {
  double value = 0;
  double lower = 0;
  double upper = 0;
  double most() const { return std::max({value, lower, upper}); }
};

// At the given places, which for piecewise curves are enough if they are all knots and borders.
Error3 error_at(const std::vector<double>& places, const Curve& a, const Curve& b) {
  Error3 error;
  for (const double x : places) {
    error.value = std::max(error.value, std::abs(a(x) - b(x)));
    if (!a.band()) continue;
    error.lower = std::max(error.lower, std::abs(a.interval(x).lower - b.interval(x).lower));
    error.upper = std::max(error.upper, std::abs(a.interval(x).upper - b.interval(x).upper));
  }
  return error;
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, unsigned set) {
  std::vector<T> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((set >> i & 1U) != 0) result.push_back(all[i]);
  }
  return result;
}

Band chosen(const Band& band, unsigned set) {
  return {band.level, chosen(band.lower, set), chosen(band.upper, set)};
}

// A wandering curve, ascending or not, with a band or without.
Curve random_segments(testing::Random& random, std::size_t n, bool with_band) {
  Segments segments;
  Band band;
  double x = -1;
  double value = 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    segments.knots.push_back(x += 0.01 + random.uniform());
    value = std::clamp(value + 0.2 * (random.uniform() - 0.4), 0.0, 1.0);
    segments.values.push_back(value);
    band.lower.push_back(value * random.uniform());
    band.upper.push_back(value + (1 - value) * random.uniform());
  }
  return with_band ? Curve(segments, band) : Curve(segments);
}

std::size_t fewest_by_trying_all(const Curve& curve, double tolerance) {
  const auto& segments = std::get<Segments>(curve.shape());
  std::size_t fewest = segments.knots.size();
  for (unsigned set = 1; set < 1U << segments.knots.size(); ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) >= fewest) continue;
    std::optional<Band> band;
    if (curve.band()) band = chosen(*curve.band(), set);
    const Curve thin(Segments{chosen(segments.knots, set), chosen(segments.values, set)}, band);
    if (error_at(segments.knots, curve, thin).most() <= tolerance) {
      fewest = static_cast<std::size_t>(std::popcount(set));
    }
  }
  return fewest;
}

TEST(SimplifySegments, KeepsTheFewestOfAllSelections) {
  testing::Random random(1);
  std::size_t fewer = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const std::size_t n = 1 + random.below(9);
    const Curve curve = random_segments(random, n, trial % 3 == 0);
    const double tolerance = 0.002 + 0.15 * random.uniform() * random.uniform();
    const Curve thin = simplify(curve, tolerance);
    SCOPED_TRACE(trial);
    EXPECT_EQ(values_of(thin).size(), fewest_by_trying_all(curve, tolerance));
    EXPECT_LE(error_at(std::get<Segments>(curve.shape()).knots, curve, thin).most(),
              tolerance + kRounding);
    fewer += n - values_of(thin).size();
  }
  EXPECT_GT(fewer, 150U);  // the trials are not all hopeless
}

// From the first knot the longest chord ends at the third, and then every knot is needed.
TEST(SimplifySegments, TheLongestChordIsNotAlwaysTaken) {
  const Curve curve(Segments{{0, 1, 2, 3, 4, 5}, {0.0625, 0.1875, 0.1875, 0, 0, 0.375}});
  const Curve thin = simplify(curve, 0.0625);
  EXPECT_EQ(std::get<Segments>(thin.shape()).knots.size(), 4U);
  EXPECT_EQ(error_at({0, 1, 2, 3, 4, 5}, curve, thin).value, 0.0625);
}

TEST(SimplifySegments, ManyKnotsOfASmoothCurve) {
  // 1 / (1 + exp(-z)) on [-8, 8]; both ways of choosing chords. Chords between points of a curve
  // with second derivative f'' have an error of f'' h^2 / 8, so about |integral of sqrt(f'')| /
  // sqrt(8 tolerance) of them are needed.
  const double tolerance = 1e-4;
  double integral = 0;
  for (double z = -8; z < 8; z += 1e-3) {
    const double p = 1 / (1 + std::exp(-z));
    integral += std::sqrt(std::abs(p * (1 - p) * (1 - 2 * p))) * 1e-3;
  }
  const double needed = integral / std::sqrt(8 * tolerance);
  for (const std::size_t n : {3000U, 150000U}) {
    Segments segments;
    for (std::size_t i = 0; i < n; ++i) {
      const double z = -8 + 16 * static_cast<double>(i) / static_cast<double>(n - 1);
      segments.knots.push_back(z);
      segments.values.push_back(1 / (1 + std::exp(-z)));
    }
    const Curve curve(segments);
    const Curve thin = simplify(curve, tolerance);
    EXPECT_LE(error_at(segments.knots, curve, thin).value, tolerance + kRounding);
    const std::vector<double> values = values_of(thin);
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
    EXPECT_NEAR(static_cast<double>(values.size()), needed, 0.12 * needed) << n;
  }
}

TEST(SimplifySegments, ConstantOutsideSoTheEndsMayGo) {
  const Curve curve(Segments{{0, 1, 2, 3}, {0.5, 0.505, 0.495, 0.5}});
  EXPECT_EQ(std::get<Segments>(simplify(curve, 0.01).shape()).values.size(), 1U);
  EXPECT_EQ(std::get<Segments>(simplify(curve, 0.001).shape()).values.size(), 4U);
}

TEST(SimplifySegments, ToleranceZeroLosesNothing) {
  const Curve curve(Segments{{0, 1, 2, 4, 5, 6}, {0.25, 0.25, 0.25, 0.75, 1, 0.5}});
  const Curve thin = simplify(curve, 0);
  EXPECT_EQ(std::get<Segments>(thin.shape()).knots, (std::vector<double>{2, 5, 6}));
}

TEST(SimplifySegments, KnotsAsFarApartAndAsNearAsDoublesGo) {
  const double most = std::numeric_limits<double>::max();
  const Segments segments{{-most, -1, 0, 5e-324, 1e-323, 1, most}, {0, 0.5, 0.5, 0.1, 0.5, 0.5, 1}};
  const Curve curve(segments);
  const Curve thin = simplify(curve, 0.01);
  EXPECT_LE(error_at(segments.knots, curve, thin).value, 0.01 + kRounding);
  EXPECT_GE(values_of(thin).size(), 5U);
}

TEST(SimplifySteps, KeepsTheFewestPiecesThatAnyStepsCanHave) {
  testing::Random random(2);
  std::size_t fewer = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + random.below(10);
    Steps steps;
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) steps.borders.push_back(static_cast<double>(i));
      steps.values.push_back(random.uniform());
    }
    const double tolerance = 0.4 * random.uniform();
    // pieces[i]: the fewest for values[i], values[i + 1], ...
    std::vector<std::size_t> pieces(n + 1, 0);
    for (std::size_t i = n; i-- > 0;) {
      pieces[i] = n;
      double least = 1;
      double most = 0;
      for (std::size_t j = i; j < n; ++j) {
        least = std::min(least, steps.values[j]);
        most = std::max(most, steps.values[j]);
        if (most - least <= 2 * tolerance) pieces[i] = std::min(pieces[i], 1 + pieces[j + 1]);
      }
    }
    const Curve curve(steps);
    const Curve thin = simplify(curve, tolerance);
    EXPECT_EQ(values_of(thin).size(), pieces[0]);
    std::vector<double> places = steps.borders;
    places.push_back(-1);
    EXPECT_LE(error_at(places, curve, thin).value, tolerance + kRounding);
    fewer += n - pieces[0];
  }
  EXPECT_GT(fewer, 200U);
}

TEST(SimplifySteps, TheBandMustFitAsWell) {
  const Steps steps{{1, 2}, {0.5, 0.5, 0.5}};
  const Curve curve(steps, Band{0.9, {0.1, 0.12, 0.4}, {0.9, 0.9, 0.9}});
  const Curve thin = simplify(curve, 0.02);
  EXPECT_EQ(std::get<Steps>(thin.shape()).borders, (std::vector<double>{2}));
  EXPECT_EQ(thin.band()->lower, (std::vector<double>{0.11, 0.4}));
  EXPECT_EQ(thin.band()->upper, (std::vector<double>{0.9, 0.9}));
  EXPECT_EQ(thin.band()->level, 0.9);
}

TEST(Simplify, AGridBecomesSteps) {
  const Curve curve(Grid{0, 1, {0.125, 0.1875, 0.5, 0.5}});
  const auto thin = std::get<Steps>(simplify(curve, 0.03125).shape());
  EXPECT_EQ(thin.borders, (std::vector<double>{0.5}));
  EXPECT_EQ(thin.values, (std::vector<double>{0.15625, 0.5}));
}

TEST(Simplify, ASigmoidStaysAndSoDoesTheOrigin) {
  Origin origin;
  origin.method = "platt";
  const Curve curve(Sigmoid{Sigmoid::Input::kScore, 1, 2, 0}, {}, origin);
  EXPECT_EQ(simplify(curve, 0.5)(0.3), curve(0.3));
  const Curve steps(Steps{{1}, {0.1, 0.1}}, {}, origin);
  EXPECT_EQ(simplify(steps, 0).origin().method, "platt");
}

TEST(Simplify, TheToleranceIsANumber) {
  const Curve curve(Steps{{}, {0.5}});
  const auto message = [&](double tolerance) {
    try {
      simplify(curve, tolerance);
    } catch (const OptionError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(-0.1), "tolerance: -0.1 is not zero or a positive number");
  EXPECT_EQ(message(std::nan("")), "tolerance: nan is not zero or a positive number");
  EXPECT_EQ(message(INFINITY), "tolerance: inf is not zero or a positive number");
  EXPECT_EQ(message(0), "no error");
}

}  // namespace
}  // namespace calibrant
