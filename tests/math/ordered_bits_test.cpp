#include "math/ordered_bits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace calibrant {
namespace {

TEST(OrderedBits, OrderAsDoublesDo) {
  const std::vector<double> positive = {5e-324,
                                        2.2e-308,
                                        0.5,
                                        std::nextafter(1, 0),
                                        1,
                                        1e300,
                                        std::numeric_limits<double>::max(),
                                        std::numeric_limits<double>::infinity()};
  std::vector<double> values = {0};
  for (const double value : positive) values.insert(values.end(), {value, -value});
  for (const double a : values) {
    EXPECT_EQ(from_ordered_bits(ordered_bits(a)), a);
    for (const double b : values) {
      EXPECT_EQ(ordered_bits(a) < ordered_bits(b), a < b) << a << " and " << b;
    }
  }
}

TEST(OrderedBits, NeighboursAreNeighbours) {
  for (const double x : {-1e300, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1e300}) {
    const double next = std::nextafter(x, std::numeric_limits<double>::infinity());
    EXPECT_EQ(ordered_bits(next), ordered_bits(x) + 1) << x;
  }
  EXPECT_EQ(ordered_bits(-0.0), -1);
  EXPECT_EQ(ordered_bits(0.0), 0);
}

}  // namespace
}  // namespace calibrant
