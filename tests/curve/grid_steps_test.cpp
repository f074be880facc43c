#include "curve/grid_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "helpers/shapes.hpp"
#include "math/search_doubles.hpp"

namespace calibrant {
namespace {

std::vector<double> ramp(std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i) / static_cast<double>(n);
  return values;
}

TEST(GridSteps, TheSameBitsOnBothSidesOfEveryBorder) {
  const double most = std::numeric_limits<double>::max();
  for (const auto& [low, high, cells] :
       std::initializer_list<std::tuple<double, double, int>>{{0, 1, 1000},
                                                              {-0.7, 12.3, 777},
                                                              {1e-310, 1e-300, 50},
                                                              {-3e-320, 5e-320, 100},
                                                              {1, 1 + 0x1p-51, 7},
                                                              {-1e300, 1e-300, 10},
                                                              {-most / 4, most / 4, 3}}) {
    SCOPED_TRACE(::testing::Message() << low << " to " << high << ", " << cells << " cells");
    const auto values = ramp(static_cast<std::size_t>(cells));
    const Curve grid(Grid{low, high, values}, Band{0.9, values, values});
    const Curve stepped = grid_to_steps(grid);
    const auto& steps = std::get<Steps>(stepped.shape());
    EXPECT_EQ(stepped.band()->lower, steps.values);
    EXPECT_EQ(stepped.band()->upper, steps.values);
    EXPECT_EQ(steps.values.size(), steps.borders.size() + 1);
    for (std::size_t i = 0; i < steps.borders.size(); ++i) {
      const double border = steps.borders[i];
      EXPECT_EQ(grid(border), steps.values[i + 1]);
      EXPECT_EQ(grid(std::nextafter(border, -INFINITY)), steps.values[i]);
    }
    testing::Random random(3);
    for (int i = 0; i < 1000; ++i) {
      const double x = std::lerp(low, high, 1.2 * random.uniform() - 0.1);
      ASSERT_EQ(stepped(x), grid(x)) << x;
    }
  }
}

TEST(GridSteps, NoCellIsLostUnlessNoDoubleFallsIntoIt) {
  const auto cells = [](const Grid& grid) {
    return std::get<Steps>(grid_to_steps(Curve(grid)).shape()).values.size();
  };
  EXPECT_EQ(cells(Grid{0, 1, ramp(1000)}), 1000U);
  EXPECT_EQ(cells(Grid{0, 1, ramp(1)}), 1U);
  // 1, 1 + ulp and 1 + 2 ulp; the last belongs to the last cell.
  EXPECT_EQ(cells(Grid{1, 1 + 0x1p-51, ramp(7)}), 3U);
}

TEST(GridSteps, OtherShapesStay) {
  const Curve steps(Steps{{0.5}, {0.1, 0.2}});
  EXPECT_EQ(&grid_to_steps(steps).shape(), &steps.shape());
}

TEST(SearchDoubles, FindsEveryChangeFromEveryGuess) {
  const double most = std::numeric_limits<double>::max();
  const std::vector<double> places = {-most, -1, -5e-324, 0, 5e-324, 0.5, 1, 1.5, most};
  for (const double change : places) {
    for (const double guess : places) {
      if (change == -most) continue;
      const double found = first_beyond(-most, most, guess, [&](double x) { return x >= change; });
      EXPECT_EQ(found, change) << guess;
      EXPECT_EQ(std::signbit(found), change < 0) << guess;  // never -0.0
    }
  }
}

}  // namespace
}  // namespace calibrant
