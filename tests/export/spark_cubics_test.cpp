// Cubics that stand for a sigmoid, at random scores and next to the ends of rows.
#include "export/spark_cubics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace calibrant {
namespace {

constexpr auto kLogit = Sigmoid::Input::kLogit;
constexpr auto kLogs = Sigmoid::Input::kLogs;

long double right_value(const Sigmoid& s, long double x) {
  const long double complement = s.input == kLogit ? s.slope : s.slope_complement;
  return 1 / (1 + std::exp(-(s.intercept + s.slope * std::log(x) - complement * std::log1p(-x))));
}

TEST(SparkCubics, AreWithinTheirTolerance) {
  for (const Sigmoid& sigmoid :
       {Sigmoid{kLogit, -6, 0.1, 0}, Sigmoid{kLogit, 0, 1.25, 0}, Sigmoid{kLogit, 2, 3, 0},
        Sigmoid{kLogs, 0.5, 0.8, 1.7}, Sigmoid{kLogs, 0, 2.5, 0.3}}) {
    const auto cubics = cubics_of(sigmoid);
    ASSERT_TRUE(cubics) << sigmoid.slope;
    ASSERT_EQ(cubics->coefficients.size(), cubics->rows.rows().size());
    for (std::size_t i = 0; i < cubics->coefficients.size(); ++i) {
      const BitRow& row = cubics->rows.rows()[i];
      if (!row.read) continue;
      for (const double part : {0.0, 0.07, 0.31, 0.5, 0.77, 0.999}) {
        const double x =
            std::ldexp(static_cast<double>(row.start) + std::ldexp(part, row.shift), -52);
        const double w = row.start < kUnits / 2 ? x : x - 1;
        const auto& c = cubics->coefficients[i];
        const double y = c[0] + w * (c[1] + w * (c[2] + w * c[3]));
        const long double right = right_value(sigmoid, x);
        ASSERT_LE(std::abs(y - right), 2e-11L * right) << x;
      }
    }
  }
}

TEST(SparkCubics, SteepOnesAndThoseOfScoresHaveNone) {
  EXPECT_FALSE(cubics_of({kLogit, 0, 400, 0}));
  EXPECT_FALSE(cubics_of({Sigmoid::Input::kScore, 0, 1, 0}));
}

}  // namespace
}  // namespace calibrant
