#include "math/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

TEST(ExactSum, NoOrderChangesABitAndTheValueIsThatOfLongNumbers) {
  testing::Random random(1);
  for (const double spread : {1.0, 1e6, 1e15}) {
    std::vector<double> terms;
    for (int i = 0; i < 3000; ++i) terms.push_back(i % 7 == 0 ? spread : random.uniform());
    const double first = exact_sum(terms);
    long double expected = 0;
    for (const double term : terms) expected += term;
    EXPECT_NEAR(first, static_cast<double>(expected), 1e-15 * first);
    for (int repeat = 0; repeat < 20; ++repeat) {
      for (std::size_t i = terms.size(); i > 1; --i)
        std::swap(terms[i - 1], terms[random.below(i)]);
      EXPECT_EQ(exact_sum(terms), first);
    }
  }
}

// A plain sum of these depends on the order.
TEST(ExactSum, SmallTermsBesideALargeOneCount) {
  std::vector<double> terms(1000, 0.1);
  terms.push_back(1e16);
  const double first = exact_sum(terms);
  std::ranges::reverse(terms);
  EXPECT_EQ(exact_sum(terms), first);
  EXPECT_EQ(first, 1e16 + 100);
}

TEST(ExactSum, TinyAndHugeTerms) {
  const std::vector<double> tiny(3, 5e-324);
  EXPECT_EQ(exact_sum(tiny), 3 * 5e-324);
  const std::vector<double> huge(3, 1e306);
  EXPECT_NEAR(exact_sum(huge), 3e306, 1e291);
  EXPECT_EQ(exact_sum(std::vector<double>{0, 0}), 0);
}

}  // namespace
}  // namespace calibrant
