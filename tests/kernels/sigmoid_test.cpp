// The sigmoid: accuracy against long double, and every instruction set against the scalar twin.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "calibrant/curve.hpp"
#include "helpers/curves.hpp"
#include "helpers/targets.hpp"
#include "kernels/curve.hpp"
#include "kernels/sigmoid_scalar.hpp"

namespace calibrant {
namespace {

using enum Sigmoid::Input;
using testing::kInf;
using testing::kMax;
using testing::kNan;

constexpr long double kUnit = 0x1p-52L;

struct Reference {
  long double value = 0;
  long double z_terms = 0;  // sum of the sizes of what z is made of: the condition of the problem
};

Reference reference(const Sigmoid& s, double score) {
  long double a = 0;
  long double b = 0;
  if (s.input == kScore) {
    a = static_cast<long double>(s.slope) * score;
  } else {
    const long double x = std::min(std::max(score, 1e-12), 1 - 1e-12);
    const long double complement = s.input == kLogit ? s.slope : s.slope_complement;
    a = s.slope * std::log(x);
    b = -complement * std::log1p(-x);
  }
  const long double z = s.intercept + a + b;
  const long double value = z < 0 ? std::exp(z) / (1 + std::exp(z)) : 1 / (1 + std::exp(-z));
  return {value, std::abs(a) + std::abs(b) + std::abs(static_cast<long double>(s.intercept))};
}

std::vector<Sigmoid> sigmoids() {
  return {{kScore, 0, 1, 0},       {kScore, -0.3, 1.7, 0}, {kScore, 2, -40, 0},
          {kScore, 1e-3, 1e-3, 0}, {kLogit, 0, 1, 0},      {kLogit, -0.7, 0.4, 0},
          {kLogit, 0.5, -9, 0},    {kLogs, 0, 1, 1},       {kLogs, 0.2, 0.5, 3},
          {kLogs, -1, 20, 0},      {kLogs, 3, 0, 25}};
}

std::vector<double> scores_for(const Sigmoid& s) {
  testing::Random random(4);
  std::vector<double> scores = {0, -0.0, 0.5, 1, 1e-12, 1 - 1e-12, 1e-13, 2e-12};
  for (int i = 0; i < 20'000; ++i) {
    const double u = random.uniform();
    scores.push_back(u);
    scores.push_back(1 - std::exp(-30 * u));
    scores.push_back(std::exp(-30 * u));
    if (s.input == kScore) scores.push_back((u - 0.5) * 1500 / s.slope);
  }
  return scores;
}

TEST(SigmoidKernel, FourUnitsFromTheTruth) {
  for (const Sigmoid& s : sigmoids()) {
    const Curve curve(s);
    for (const double score : scores_for(s)) {
      const auto [value, z_terms] = reference(s, score);
      // Below the normal doubles there are fewer digits to get right.
      const long double tolerance =
          kUnit * value * (4 + 2 * z_terms) + std::numeric_limits<double>::denorm_min();
      ASSERT_LE(std::abs(curve(score) - value), tolerance)
          << score << " " << s.intercept << " " << s.slope << " " << s.slope_complement;
    }
  }
}

TEST(SigmoidKernel, SameBitsOnEveryTarget) {
  testing::for_each_target([] {
    for (const Sigmoid& s : sigmoids()) {
      const Curve curve(s);
      auto scores = scores_for(s);
      for (const double nasty : {kNan, -kNan, kInf, -kInf, kMax, -kMax, testing::kTiny}) {
        scores.push_back(nasty);
      }
      const auto out = apply(curve, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(out[i]),
                  std::bit_cast<std::uint64_t>(curve(scores[i])))
            << scores[i];
      }
      apply(curve, scores, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(out[i]), std::bit_cast<std::uint64_t>(scores[i]));
      }
    }
  });
}

TEST(SigmoidKernel, EndsAndExtremes) {
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, 1, 0})(-kInf), 0);
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, 1, 0})(kInf), 1);
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, -1, 0})(kInf), 0);
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, 0, 0})(kInf), 0.5) << "a flat curve is flat at infinity";
  EXPECT_EQ(Curve(Sigmoid{kScore, kMax, kMax, 0})(kMax), 1);
  EXPECT_EQ(Curve(Sigmoid{kScore, -kMax, -kMax, 0})(kMax), 0);
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, 1, 0})(0), 0.5);
  EXPECT_GT(Curve(Sigmoid{kScore, 0, 1, 0})(-745), 0) << "down to the smallest double";
  EXPECT_EQ(Curve(Sigmoid{kScore, 0, 1, 0})(-746), 0);
  EXPECT_TRUE(std::isnan(Curve(Sigmoid{kLogs, 0, 1, 1})(kNan)));
  for (const auto input : {kLogit, kLogs}) {
    const Curve curve(Sigmoid{input, 0.1, 1, 1});
    EXPECT_EQ(curve(-kInf), curve(1e-12)) << "clipped";
    EXPECT_EQ(curve(0), curve(1e-12));
    EXPECT_EQ(curve(1), curve(1 - 1e-12));
    EXPECT_EQ(curve(kInf), curve(1 - 1e-12));
    for (const double huge : {kMax, -kMax}) {
      const Curve steep(Sigmoid{input, -huge, huge, huge});
      for (const double score : {0.0, 1e-3, 0.3, 0.5, 0.9, 1.0}) {
        ASSERT_GE(steep(score), 0) << score;
        ASSERT_LE(steep(score), 1) << score;
      }
    }
  }
}

TEST(SigmoidKernel, AscendsWithTheScore) {
  const Curve curve(Sigmoid{kScore, 0.3, 2, 0});
  double before = 0;
  for (int i = -400'000; i <= 40'000; ++i) {
    const double value = curve(i * 1e-3);
    ASSERT_GE(value, before) << i;
    before = value;
  }
}

}  // namespace
}  // namespace calibrant
