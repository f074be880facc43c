#include "math/cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace calibrant {
namespace {

// L L' for L with rows (2), (1, 3), (-1, 0.5, 1.5).
constexpr Matrix3 kMatrix = {{{4, 2, -2}, {2, 10, 0.5}, {-2, 0.5, 3.5}}};

TEST(Cholesky, SolvesAndMeasures) {
  const Cholesky3 factored(kMatrix);
  EXPECT_NEAR(factored.log_determinant(), 2 * std::log(2 * 3 * 1.5), 1e-15);
  const Vector3 x = {1, -2, 3};
  const Vector3 solved = factored.solve(x);
  double form = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double back = 0;
    for (std::size_t j = 0; j < 3; ++j) back += kMatrix[i][j] * solved[j];
    EXPECT_NEAR(back, x[i], 1e-14);
    form += x[i] * solved[i];
  }
  EXPECT_NEAR(factored.inverse_form(x), form, 1e-13);
}

TEST(Cholesky, ByDefaultTheIdentity) {
  EXPECT_EQ(Cholesky3().solve({1, 2, 3}), (Vector3{1, 2, 3}));
  EXPECT_EQ(Cholesky3().log_determinant(), 0);
}

// Rounding can make a singular matrix look negative.
TEST(Cholesky, PivotsHaveAFloor) {
  const Cholesky3 factored({{{1, 1, 0}, {1, 1 - 1e-16, 0}, {0, 0, 1}}}, 1e-6);
  for (const double s : factored.solve({1, 1, 1})) EXPECT_TRUE(std::isfinite(s));
}

}  // namespace
}  // namespace calibrant
