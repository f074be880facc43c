// What must hold for ABB on any data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "binning/engine.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/error.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::draw;
using testing::Random;
using testing::Shape;

std::vector<double> values(const Curve& curve) { return std::get<Segments>(curve.shape()).values; }

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], tolerance) << k;
}

// Rows with ties; labels follow the score.
testing::Sample tied(std::size_t n, std::size_t distinct, std::uint64_t seed) {
  Random random(seed);
  testing::Sample sample;
  for (std::size_t i = 0; i < n; ++i) {
    const double s =
        (static_cast<double>(random.below(distinct)) + 0.5) / static_cast<double>(distinct);
    sample.scores.push_back(s);
    sample.labels.push_back(random.uniform() < s ? 1 : 0);
  }
  return sample;
}

TEST(AbbProperty, WeightKIsKCopies) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const auto sample = tied(60, 25, seed);
    std::vector<double> weights;
    testing::Sample copies;
    for (std::size_t i = 0; i < sample.scores.size(); ++i) {
      weights.push_back(static_cast<double>(random.below(7)));
      for (double c = 0; c < weights.back(); ++c) {
        copies.scores.push_back(sample.scores[i]);
        copies.labels.push_back(sample.labels[i]);
      }
    }
    const Curve weighted = fit_abb(observe(sample.scores, sample.labels, weights));
    const Curve copied = fit_abb(observe(copies.scores, copies.labels));
    EXPECT_EQ(values(weighted), values(copied));
  }
}

TEST(AbbProperty, OrderOfRowsAndThreadsDoNotChangeABit) {
  auto sample = draw(Shape::kSharp, 6'000);
  AbbOptions options = {.level = 0.9, .execution = {.threads = 1}};
  const Curve one = fit_abb(observe(sample.scores, sample.labels), options);
  Random random(3);
  for (std::size_t i = sample.scores.size(); i > 1; --i) {
    const std::size_t j = random.below(i);
    std::swap(sample.scores[i - 1], sample.scores[j]);
    std::swap(sample.labels[i - 1], sample.labels[j]);
  }
  for (const unsigned threads : {2U, 5U}) {
    options.execution.threads = threads;
    const Curve many = fit_abb(observe(sample.scores, sample.labels), options);
    EXPECT_EQ(values(one), values(many));
    EXPECT_EQ(one.band()->lower, many.band()->lower);
    EXPECT_EQ(one.band()->upper, many.band()->upper);
    EXPECT_EQ(*one.origin().log_evidence, *many.origin().log_evidence);
  }
}

TEST(AbbProperty, ShiftAndScaleOfScoresChangeNothing) {
  const auto sample = draw(Shape::kStepped, 400);
  std::vector<double> moved;
  for (const double s : sample.scores) moved.push_back(std::ldexp(s, 3) - 64);  // exact
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    const AbbOptions options = {.prior = {.scale = scale}};
    const auto first = values(fit_abb(observe(sample.scores, sample.labels), options));
    const auto second = values(fit_abb(observe(moved, sample.labels), options));
    expect_near(first, second, scale == Scale::kRank ? 0 : 1e-11);
  }
}

TEST(AbbProperty, FlippedLabelsAndNegatedScoresMirrorTheCurve) {
  for (const Shape shape : testing::kShapes) {
    const auto sample = draw(shape, 500);
    testing::Sample mirrored;
    for (std::size_t i = 0; i < sample.scores.size(); ++i) {
      mirrored.scores.push_back(-sample.scores[i]);
      mirrored.labels.push_back(sample.labels[i] == 1 ? 0 : 1);
    }
    for (const Engine engine : {Engine::kDirect, Engine::kQuadrature}) {
      auto there = values(fit_abb_by(engine, observe(sample.scores, sample.labels)));
      const auto back = values(fit_abb_by(engine, observe(mirrored.scores, mirrored.labels)));
      std::reverse(there.begin(), there.end());
      for (double& p : there) p = 1 - p;
      expect_near(there, back, 1e-12);
    }
  }
}

TEST(AbbProperty, ProbabilitiesLieStrictlyInside) {
  const std::vector<double> scores = {-3, -1, 0, 2, 5};
  for (const int label : {0, 1}) {
    const std::vector<int> labels(scores.size(), label);
    for (const double weight : {1e-9, 0.3, 1.0, 1e6, 1e14}) {
      const std::vector<double> weights(scores.size(), weight);
      for (const double p : values(fit_abb(observe(scores, labels, weights)))) {
        EXPECT_GT(p, 0) << weight;
        EXPECT_LT(p, 1) << weight;
        EXPECT_EQ(p > 0.5, label == 1);
      }
    }
  }
}

TEST(AbbProperty, OneGroupIsTheSmoothedFraction) {
  const auto seen = observe(std::vector<double>(7, 0.3), std::vector<int>{1, 0, 0, 1, 0, 0, 0});
  for (const Engine engine : {Engine::kDirect, Engine::kQuadrature}) {
    const Curve curve = fit_abb_by(engine, seen);
    for (const double x : {-1.0, 0.3, 7.0}) EXPECT_NEAR(curve(x), 3.0 / 9, 1e-15);
  }
}

TEST(AbbProperty, ExtremeLambdasHaveTheirLimits) {
  const auto sample = draw(Shape::kCalibrated, 300);
  const auto seen = observe(sample.scores, sample.labels);
  for (const Engine engine : {Engine::kDirect, Engine::kQuadrature}) {
    // No boundaries: one bin.
    for (const double p : values(fit_abb_by(engine, seen, {.prior = {.lambda = 1e-300}}))) {
      ASSERT_NEAR(p, (seen.positive_weight() + 1) / (seen.weight() + 2), 1e-12);
    }
    // A boundary everywhere: every row is its own bin.
    const auto alone = values(fit_abb_by(engine, seen, {.prior = {.lambda = 1e12}}));
    for (std::size_t k = 0; k < alone.size(); ++k) {
      ASSERT_NEAR(alone[k], (seen.positives()[k] + 1) / 3, 1e-12);
    }
  }
}

TEST(AbbProperty, LambdaIsAveragedByEvidence) {
  const auto sample = draw(Shape::kStepped, 300);
  const auto seen = observe(sample.scores, sample.labels);
  const Curve averaged = fit_abb(seen);
  std::vector<double> expected(seen.groups());
  double sum = 0;
  for (const double lambda : kLambdaGrid) {
    const Curve one = fit_abb(seen, {.prior = {.lambda = lambda}});
    const double share = std::exp(*one.origin().log_evidence - *averaged.origin().log_evidence) / 8;
    sum += share;
    for (std::size_t k = 0; k < expected.size(); ++k) expected[k] += share * values(one)[k];
  }
  EXPECT_NEAR(sum, 1, 1e-10);
  expect_near(values(averaged), expected, 1e-10);
  ASSERT_EQ(averaged.origin().candidates.size(), 8U);
}

TEST(AbbProperty, ScreeningOnMergedGroupsKeepsWhatMatters) {
  for (const Shape shape : {Shape::kCalibrated, Shape::kStepped, Shape::kRare}) {
    const auto sample = draw(shape, 10'000);
    const auto seen = observe(sample.scores, sample.labels);
    const Curve screened = fit_abb(seen);
    std::vector<double> evidences;
    std::vector<std::vector<double>> curves;
    for (const double lambda : kLambdaGrid) {
      const Curve one = fit_abb(seen, {.prior = {.lambda = lambda}});
      evidences.push_back(*one.origin().log_evidence);
      curves.push_back(values(one));
    }
    const double best = *std::max_element(evidences.begin(), evidences.end());
    std::vector<double> all(seen.groups());
    double sum = 0;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const double share = std::exp(evidences[i] - best);
      sum += share;
      for (std::size_t k = 0; k < all.size(); ++k) all[k] += share * curves[i][k];
    }
    for (double& p : all) p /= sum;
    expect_near(values(screened), all, 2e-4);
  }
}

TEST(AbbProperty, LookupPreviousHoldsUntilTheNextScore) {
  const auto seen = observe(std::array{1.0, 2.0, 4.0}, std::array<int, 3>{0, 1, 1});
  const Curve line = fit_abb(seen);
  const Curve steps = fit_abb(seen, {.lookup = Lookup::kPrevious});
  EXPECT_EQ(steps(0.0), line(1.0));
  EXPECT_EQ(steps(1.9), line(1.0));
  EXPECT_EQ(steps(2.0), line(2.0));
  EXPECT_EQ(steps(3.99), line(2.0));
  EXPECT_EQ(steps(9.0), line(4.0));
  EXPECT_NEAR(line(3.0), (line(2.0) + line(4.0)) / 2, 1e-15);
}

TEST(AbbProperty, InseparableScoresShareOneValue) {
  // On logit, everything below the clip has the same log odds; heavy and contradictory groups.
  const auto seen = observe_counts(std::array{1e-15, 2e-15, 0.5, 1.0},
                                   std::array{1e5, 0.0, 3.0, 1.0}, std::array{0.0, 1e5, 4.0, 1.0});
  const Curve curve = fit_abb(seen, {.prior = {.scale = Scale::kLogit}, .level = 0.9});
  EXPECT_EQ(curve(1e-15), curve(2e-15));
  EXPECT_NEAR(curve(1e-15), 0.5, 1e-3);
  EXPECT_EQ(curve.band()->lower[0], curve.band()->lower[1]);
}

TEST(AbbProperty, ProgressRunsToOneAndCanCancel) {
  const auto sample = draw(Shape::kFlat, 30'000);
  const auto seen = observe(sample.scores, sample.labels);
  double last = 0;
  fit_abb(seen, {.prior = {.lambda = 1}, .execution = {.progress = [&](double fraction) {
                                           EXPECT_GE(fraction, last);
                                           EXPECT_LE(fraction, 1);
                                           last = fraction;
                                           return true;
                                         }}});
  EXPECT_NEAR(last, 1, 1e-9);
  int calls = 0;
  try {
    fit_abb(seen, {.execution = {.progress = [&](double) { return ++calls < 3; }}});
    FAIL() << "not cancelled";
  } catch (const Cancelled& error) {
    EXPECT_STREQ(error.what(), "cancelled by the progress callback");
  }
}

// The work announced is the work done, whichever engine does it.
TEST(AbbProperty, ProgressEndsWithTheWork) {
  const auto sample = draw(Shape::kStepped, 400);
  const auto seen = observe(sample.scores, sample.labels);
  for (const Engine engine : {Engine::kDirect, Engine::kQuadrature}) {
    for (const std::optional<double> level :
         {std::optional<double>(), std::optional<double>(0.9)}) {
      std::vector<double> fractions;
      const auto watch = [&](double fraction) {
        fractions.push_back(fraction);
        return true;
      };
      fit_abb_by(engine, seen,
                 {.level = engine == Engine::kDirect ? std::nullopt : level,
                  .execution = {.threads = 1, .progress = watch}});
      ASSERT_GT(fractions.size(), 3U);
      EXPECT_NEAR(fractions.back(), 1, 0.01);
      EXPECT_LT(fractions[fractions.size() - 2], 1);
    }
  }
}

TEST(AbbProperty, BadOptionsAreNamed) {
  const auto seen = observe(std::array{1.0, 2.0}, std::array<int, 2>{0, 1});
  try {
    fit_abb(seen, {.prior = {.lambda = -1}});
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(), "lambda: -1 is not a positive finite number");
  }
  try {
    fit_abb(seen, {.prior = {.scale = Scale::kLogit}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "scores[1]: 2 is not a probability (0 to 1)");
  }
}

}  // namespace
}  // namespace calibrant
