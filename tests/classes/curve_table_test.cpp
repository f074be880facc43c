#include "classes/curve_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <optional>

#include "classes/log_odds_curve.hpp"
#include "helpers/shapes.hpp"
#include "helpers/targets.hpp"
#include "support/aligned.hpp"

namespace calibrant {
namespace {

using kernels::kRowBlock;

Curve fitted_curve(std::size_t seed) {
  testing::Random random(seed);
  LogOddsCells cells;
  for (int i = 0; i < 500; ++i) {
    const double u = 6 * random.normal();
    const bool positive = random.uniform() < 1 / (1 + std::exp(1 - u / 2));
    cells.add(u, positive ? 0 : 1, positive ? 1 : 0);
  }
  return LogOddsCurve(cells, {}, {.intercept = 1, .slope = 1, .bend = 0.5}).curve();
}

// Knots and their neighbours, both ends, and what lies between.
std::vector<double> probes(const OneVsRestPart& part) {
  std::vector<double> result = {0, 5e-324, 1e-300, 1e-13, 0.5, 1 - 0x1p-53, 1};
  for (const Curve& curve : part.curves) {
    for (const double knot : std::get<Segments>(curve.shape()).knots) {
      for (const double p : {std::nextafter(knot, 0.0), knot, std::nextafter(knot, 1.0)}) {
        result.push_back(p);
      }
    }
  }
  testing::Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double p = 1 / (1 + std::exp(8 * random.normal()));
    result.push_back(p);
  }
  return result;
}

TEST(CurveTable, EqualsTheCurvesWithTheSameBitsOnEveryTarget) {
  const OneVsRestPart part{{fitted_curve(1), fitted_curve(2), fitted_curve(3)}};
  const auto table = CurveTable::make(part.curves);
  ASSERT_NE(table, nullptr);
  const std::vector<double> given = probes(part);
  std::optional<AlignedVector> first;
  testing::for_each_target([&] {
    AlignedVector all;
    for (std::size_t begin = 0; begin < given.size(); begin += kRowBlock) {
      AlignedVector p(3 * kRowBlock, 0.25);
      AlignedVector out(p.size());
      for (std::size_t i = 0; i < kRowBlock && begin + i < given.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) p[k * kRowBlock + i] = given[begin + i];
      }
      table->read(p.data(), 3, out.data());
      for (std::size_t cell = 0; cell < p.size(); ++cell) {
        const double own = part.curves[cell / kRowBlock](p[cell]);
        EXPECT_NEAR(out[cell], own, 1e-14 * own) << p[cell];
      }
      all.insert(all.end(), out.begin(), out.end());
    }
    if (!first) first = all;
    EXPECT_EQ(std::memcmp(first->data(), all.data(), all.size() * sizeof(double)), 0);
  });
}

TEST(CurveTable, IsNotMadeWhereItWouldNotBeExact) {
  const Curve line(Segments{{0, 0.3, 1}, {0.1, 0.2, 0.9}});
  const auto made_with = [&](const Curve& curve) {
    return CurveTable::make(std::vector{line, curve, line}) != nullptr;
  };
  EXPECT_TRUE(made_with(line));
  EXPECT_FALSE(made_with(Curve(Steps{{0.5}, {0.1, 0.9}})));
  EXPECT_FALSE(made_with(Curve(Segments{{0.2, 0.3, 0.30001}, {0.1, 0.2, 0.9}})));  // two in a cell
  EXPECT_FALSE(made_with(Curve(Segments{{0.249, 0.251}, {0.1, 0.9}})));            // a steep line
  EXPECT_NE(CurveTable::make(ClassPart{1, TopLabelPart{line}}), nullptr);
  EXPECT_EQ(CurveTable::make(ClassPart{1, SoftmaxPart{0, {1.0}, {}}}), nullptr);
}

}  // namespace
}  // namespace calibrant
