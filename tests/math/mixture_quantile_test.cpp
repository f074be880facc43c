#include "math/mixture_quantile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace calibrant {
namespace {

struct Uniform {
  double weight = 0;
  double low = 0;
  double high = 0;
};

double share_below(const Uniform& part, double x) {
  return std::clamp((x - part.low) / (part.high - part.low), 0.0, 1.0);
}

TEST(MixtureQuantile, OfUniformsIsALineInEachPiece) {
  // A quarter of the mass lies in [0, 1], three quarters in [2, 3].
  const std::vector<Uniform> parts = {{1, 0, 1}, {3, 2, 3}};
  const auto quantile = [&](double mass) {
    return mixture_quantile(parts, share_below, mass, -1, 4);
  };
  EXPECT_NEAR(quantile(0.125), 0.5, 1e-12);
  EXPECT_NEAR(quantile(0.625), 2.5, 1e-12);
  EXPECT_NEAR(quantile(0.25 + 0.75 * 0.9), 2.9, 1e-12);
}

TEST(MixtureQuantile, StaysBetweenItsEnds) {
  const std::vector<Uniform> parts = {{1, 0, 1}};
  EXPECT_EQ(mixture_quantile(parts, share_below, 0.1, 0.5, 0.75), 0.5);
  EXPECT_EQ(mixture_quantile(parts, share_below, 0.9, 0.5, 0.75), 0.75);
}

TEST(MixtureQuantile, AStepIsFound) {
  const auto step = [](const Uniform& part, double x) { return x < part.low ? 0.0 : 1.0; };
  const std::vector<Uniform> parts = {{3, -1, 0}, {7, 2, 0}};
  EXPECT_NEAR(mixture_quantile(parts, step, 0.29, -10, 10), -1, 1e-12);
  EXPECT_NEAR(mixture_quantile(parts, step, 0.31, -10, 10), 2, 1e-12);
}

}  // namespace
}  // namespace calibrant
