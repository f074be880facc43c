#include "curve/border.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

TEST(Border, IsHalfWay) {
  EXPECT_EQ(border_between(1, 2), 1.5);
  EXPECT_EQ(border_between(-3, 1), -1);
}

TEST(Border, IsTheUpperScoreIfNothingLiesBetween) {
  for (const double left : {1.0, -1.0, 0.0, 1e308, -5e-324, 0x1p-1022, -1e-300, 3.0}) {
    const double right = std::nextafter(left, std::numeric_limits<double>::infinity());
    EXPECT_EQ(border_between(left, right), right) << left;
  }
}

TEST(Border, DoesNotOverflowOrUnderflow) {
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(border_between(-1e308, 1e308), 0);
  EXPECT_EQ(border_between(-kMax, kMax), 0);
  EXPECT_DOUBLE_EQ(border_between(1.5e308, 1.7e308), 1.6e308);
  EXPECT_EQ(border_between(0, 1e-323), 5e-324);
}

TEST(Border, AlwaysSeparates) {
  testing::Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    double left = random.normal() * std::exp(300 * random.normal());
    if (!std::isfinite(left)) continue;
    double right = left;
    const std::size_t ulps = 1 + random.below(4);
    for (std::size_t k = 0; k < ulps; ++k)
      right = std::nextafter(right, std::numeric_limits<double>::infinity());
    if (!std::isfinite(right)) continue;
    const double border = border_between(left, right);
    ASSERT_TRUE(left < border && border <= right) << left << ' ' << right;
    // With a double between, the border lies strictly between.
    if (ulps > 1) {
      ASSERT_LT(border, right) << left;
    }
  }
}

}  // namespace
}  // namespace calibrant
