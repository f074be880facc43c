#include "calibrant/sbb.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/enumerate.hpp"
#include "helpers/message.hpp"
#include "helpers/random_observations.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::Random;
using testing::Shape;
const Steps& steps_of(const Curve& curve) { return std::get<Steps>(curve.shape()); }

// Everything a fit decides, to the bit.
void expect_same(const Curve& x, const Curve& y) {
  EXPECT_EQ(steps_of(x).borders, steps_of(y).borders);
  EXPECT_EQ(steps_of(x).values, steps_of(y).values);
  EXPECT_EQ(x.origin().log_evidence, y.origin().log_evidence);
  ASSERT_EQ(x.origin().candidates.size(), y.origin().candidates.size());
  for (std::size_t i = 0; i < x.origin().candidates.size(); ++i) {
    EXPECT_EQ(x.origin().candidates[i].log_evidence, y.origin().candidates[i].log_evidence);
    EXPECT_EQ(x.origin().candidates[i].weight, y.origin().candidates[i].weight);
  }
}

TEST(Sbb, FindsTheStepsOfASteppedCurve) {
  const auto sample = testing::draw(Shape::kStepped, 20'000);
  const Curve curve = fit_sbb(observe(sample.scores, sample.labels));
  ASSERT_EQ(steps_of(curve).values.size(), 10U);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(steps_of(curve).borders[i], static_cast<double>(i + 1) / 10, 0.002);
    EXPECT_NEAR(steps_of(curve).values[i], i % 2 == 0 ? 0.1 : 0.9, 0.03);
  }
}

TEST(Sbb, MaximisesJointlyOverTheGrid) {
  Random random(21);
  for (int i = 0; i < 60; ++i) {
    const Observations seen = testing::random_observations(
        random, 1 + random.below(11), testing::kLabels[random.below(5)],
        testing::kWeights[random.below(3)], i % 2 == 0);
    for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
      const Curve curve = fit_sbb(seen, {.prior = {.scale = scale}});
      const Origin& origin = curve.origin();
      ASSERT_EQ(origin.candidates.size(), kLambdaGrid.size());
      long double best = -INFINITY;
      double total_weight = 0;
      for (std::size_t k = 0; k < kLambdaGrid.size(); ++k) {
        const Candidate& candidate = origin.candidates[k];
        EXPECT_EQ(candidate.lambda, kLambdaGrid[k]);
        const auto want = testing::enumerate(seen, scale, kLambdaGrid[k]).log_best;
        EXPECT_NEAR(candidate.log_evidence, static_cast<double>(want), 1e-10);
        best = std::max(best, want);
        total_weight += candidate.weight;
        if (candidate.weight == 1) {
          EXPECT_EQ(candidate.log_evidence, *origin.log_evidence);
        }
      }
      EXPECT_EQ(total_weight, 1);
      EXPECT_NEAR(*origin.log_evidence, static_cast<double>(best), 1e-10);
    }
  }
}

TEST(Sbb, SaysWhereItComesFrom) {
  const std::vector<double> scores = {1, 1, 2, 3};
  const std::vector<int> labels = {1, 0, 0, 0};
  const Curve curve =
      fit_sbb(observe(scores, labels), {.prior = {.scale = Scale::kScore, .lambda = 2}});
  EXPECT_EQ(curve.origin().method, "sbb");
  EXPECT_EQ(curve.origin().weight, 4);
  EXPECT_EQ(curve.origin().groups, 3U);
  EXPECT_EQ(curve.origin().prevalence, 0.25);
  EXPECT_EQ(curve.origin().scale, Scale::kScore);
  ASSERT_EQ(curve.origin().candidates.size(), 1U);
  EXPECT_EQ(curve.origin().candidates[0].lambda, 2);
}

TEST(Sbb, WeightKIsKCopies) {
  Random random(22);
  std::vector<double> scores;
  std::vector<double> copied_scores;
  std::vector<double> weights;
  std::vector<int> labels;
  std::vector<int> copied_labels;
  for (int i = 0; i < 500; ++i) {
    const double score = static_cast<double>(random.below(300)) / 300;
    const int label = random.uniform() < score ? 1 : 0;
    const std::size_t k = random.below(4);  // 0: dropped
    scores.push_back(score);
    labels.push_back(label);
    weights.push_back(static_cast<double>(k));
    copied_scores.insert(copied_scores.end(), k, score);
    copied_labels.insert(copied_labels.end(), k, label);
  }
  for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
    expect_same(fit_sbb(observe(scores, labels, weights), {.prior = {.scale = scale}}),
                fit_sbb(observe(copied_scores, copied_labels), {.prior = {.scale = scale}}));
  }
}

TEST(Sbb, OrderOfRowsAndThreadsChangeNoBit) {
  for (const Shape shape : testing::kShapes) {
    auto sample = testing::draw(shape, 3000);
    const Curve one = fit_sbb(observe(sample.scores, sample.labels), {.execution = {.threads = 1}});
    std::reverse(sample.scores.begin(), sample.scores.end());
    std::reverse(sample.labels.begin(), sample.labels.end());
    for (const unsigned threads : {0U, 2U, 3U, 16U}) {
      expect_same(
          one, fit_sbb(observe(sample.scores, sample.labels), {.execution = {.threads = threads}}));
    }
  }
}

TEST(Sbb, ShiftingAndScalingScoresMovesOnlyTheBorders) {
  Random random(23);
  std::vector<double> scores;
  std::vector<double> moved;
  std::vector<int> labels;
  for (int i = 0; i < 2000; ++i) {
    const double score = static_cast<double>(random.below(4096)) / 4096;
    labels.push_back(random.uniform() < (score < 0.6 ? 0.2 : 0.8) ? 1 : 0);
    scores.push_back(score);
    moved.push_back(8 * score - 3);  // exact
  }
  for (const Scale scale : {Scale::kRank, Scale::kScore}) {
    const Curve before = fit_sbb(observe(scores, labels), {.prior = {.scale = scale}});
    const Curve after = fit_sbb(observe(moved, labels), {.prior = {.scale = scale}});
    EXPECT_GE(steps_of(before).values.size(), 2U);
    EXPECT_EQ(steps_of(before).values, steps_of(after).values);
    EXPECT_EQ(before.origin().log_evidence, after.origin().log_evidence);
    std::vector<double> borders = steps_of(before).borders;
    for (double& border : borders) border = 8 * border - 3;
    EXPECT_EQ(borders, steps_of(after).borders);
  }
  // On the rank scale any increasing map will do.
  for (double& score : moved) score = std::exp(score);
  EXPECT_EQ(steps_of(fit_sbb(observe(scores, labels))).values,
            steps_of(fit_sbb(observe(moved, labels))).values);
}

TEST(Sbb, FlippingLabelsAndNegatingScoresMirrorsTheCurve) {
  for (const Shape shape : testing::kShapes) {
    auto sample = testing::draw(shape, 2000, 9);
    const Curve before = fit_sbb(observe(sample.scores, sample.labels));
    for (double& score : sample.scores) score = -score;
    for (auto& label : sample.labels) label = label == 0 ? 1 : 0;
    const Curve after = fit_sbb(observe(sample.scores, sample.labels));
    EXPECT_NEAR(*before.origin().log_evidence, *after.origin().log_evidence, 1e-9);
    auto mirrored = steps_of(after);
    std::reverse(mirrored.borders.begin(), mirrored.borders.end());
    std::reverse(mirrored.values.begin(), mirrored.values.end());
    ASSERT_EQ(mirrored.values.size(), steps_of(before).values.size());
    for (std::size_t i = 0; i < mirrored.values.size(); ++i) {
      EXPECT_NEAR(1 - mirrored.values[i], steps_of(before).values[i], 1e-15);
      if (i > 0) {
        EXPECT_EQ(-mirrored.borders[i - 1], steps_of(before).borders[i - 1]);
      }
    }
  }
}

TEST(Sbb, BordersLieHalfWayOrAtTheUpperScore) {
  const double next = std::nextafter(1.0, 2.0);
  const Curve far = fit_sbb(observe_counts(std::vector<double>{1, 2}, std::vector<double>{90, 0},
                                           std::vector<double>{0, 90}));
  EXPECT_EQ(steps_of(far).borders, std::vector<double>{1.5});
  EXPECT_EQ(far(1.5), 91.0 / 92);
  EXPECT_EQ(far(std::nextafter(1.5, 0.0)), 1.0 / 92);
  const Curve near = fit_sbb(observe_counts(
      std::vector<double>{1, next}, std::vector<double>{90, 0}, std::vector<double>{0, 90}));
  EXPECT_EQ(steps_of(near).borders, std::vector<double>{next});
}

TEST(Sbb, ValuesAreSmoothedOrPlain) {
  const Observations seen = observe_counts(std::vector<double>{1, 2}, std::vector<double>{30, 1},
                                           std::vector<double>{0, 50});
  EXPECT_EQ(steps_of(fit_sbb(seen)).values, (std::vector<double>{1.0 / 32, 51.0 / 53}));
  EXPECT_EQ(steps_of(fit_sbb(seen, {.smoothing = false})).values,
            (std::vector<double>{0, 50.0 / 51}));
}

TEST(Sbb, OneGroupAndOneClassGiveOneSmoothedBin) {
  const Curve one = fit_sbb(observe(std::vector<double>{7, 7, 7}, std::vector<int>{1, 1, 0}));
  EXPECT_EQ(steps_of(one).values, std::vector<double>{0.6});
  EXPECT_EQ(one.origin().candidates[0].weight, 1);  // equal for every lambda: the smallest
  std::vector<double> scores(1000);
  std::iota(scores.begin(), scores.end(), 0.0);
  for (const int label : {0, 1}) {
    const Curve curve = fit_sbb(observe(scores, std::vector<int>(1000, label)));
    ASSERT_EQ(steps_of(curve).values.size(), 1U);
    EXPECT_EQ(steps_of(curve).values[0], (1000.0 * label + 1) / 1002);
  }
}

TEST(Sbb, SmoothedValuesLieStrictlyInside) {
  for (const double count : {1.0, 1e9, 1e15, 1e18, 1e300}) {
    const Observations seen = observe_counts(
        std::vector<double>{1, 2}, std::vector<double>{count, 0}, std::vector<double>{0, count});
    for (const double lambda : {1e-12, 1.0, 1e12}) {
      const Curve curve = fit_sbb(seen, {.prior = {.lambda = lambda}});
      for (const double value : steps_of(curve).values) EXPECT_TRUE(value > 0 && value < 1);
      EXPECT_TRUE(std::isfinite(*curve.origin().log_evidence));
    }
  }
}

TEST(Sbb, BandsContainTheMedianAndGrowWithTheLevel) {
  const auto sample = testing::draw(Shape::kCalibrated, 5000);
  const Observations seen = observe(sample.scores, sample.labels);
  const Curve plain = fit_sbb(seen);
  std::vector<double> lower(steps_of(plain).values.size(), 1.0);
  std::vector<double> upper(lower.size(), 0.0);
  for (const double level : {0.01, 0.5, 0.95, 0.999}) {
    const Curve curve = fit_sbb(seen, {.level = level});
    ASSERT_TRUE(curve.band());
    EXPECT_EQ(curve.band()->level, level);
    EXPECT_EQ(steps_of(curve).values, steps_of(plain).values);
    std::size_t k = 0;
    for (std::size_t i = 0; i < lower.size(); ++i) {
      double a = 0;
      double b = 0;
      for (; k < seen.groups() &&
             (i + 1 == lower.size() || seen.scores()[k] < steps_of(curve).borders[i]);
           ++k) {
        a += seen.negatives()[k];
        b += seen.positives()[k];
      }
      const double median = boost::math::ibeta_inv(b + 1, a + 1, 0.5);
      EXPECT_LT(curve.band()->lower[i], median);
      EXPECT_GT(curve.band()->upper[i], median);
      EXPECT_NEAR(boost::math::ibeta(b + 1, a + 1, curve.band()->upper[i]), (1 + level) / 2, 1e-9);
      EXPECT_LT(curve.band()->lower[i], lower[i]);
      EXPECT_GT(curve.band()->upper[i], upper[i]);
      lower[i] = curve.band()->lower[i];
      upper[i] = curve.band()->upper[i];
    }
  }
}

TEST(Sbb, NamesWhatIsWrong) {
  const Observations seen = observe(std::vector<double>{0, 2}, std::vector<int>{0, 1});
  EXPECT_EQ(testing::message_of([&] { fit_sbb(seen, {.prior = {.lambda = -1}}); }),
            "lambda: -1 is not a positive finite number");
  EXPECT_EQ(testing::message_of([&] { fit_sbb(seen, {.prior = {.lambda = INFINITY}}); }),
            "lambda: inf is not a positive finite number");
  EXPECT_EQ(testing::message_of([&] { fit_sbb(seen, {.level = 1}); }),
            "level: 1 is not strictly between 0 and 1");
  EXPECT_EQ(testing::message_of([&] { fit_sbb(seen, {.prior = {.scale = Scale::kLogit}}); }),
            "scores[1]: 2 is not a probability (0 to 1)");
}

TEST(Sbb, ReportsProgressFromOneThreadAtATimeAndStopsWhenAsked) {
  const auto sample = testing::draw(Shape::kFlat, 20'000);
  const Observations seen = observe(sample.scores, sample.labels);
  std::vector<double> fractions;
  std::atomic<int> inside = 0;
  bool overlapped = false;
  const Progress watch = [&](double fraction) {
    overlapped = overlapped || ++inside > 1;
    fractions.push_back(fraction);
    --inside;
    return true;
  };
  const Curve watched = fit_sbb(seen, {.execution = {.threads = 2, .progress = watch}});
  expect_same(watched, fit_sbb(seen));
  EXPECT_FALSE(overlapped);
  EXPECT_GT(fractions.size(), 30U);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_EQ(fractions.back(), 1);

  int calls = 0;
  const Progress stop = [&](double) { return ++calls < 3; };
  EXPECT_EQ(
      testing::message_of([&] { fit_sbb(seen, {.execution = {.threads = 2, .progress = stop}}); }),
      "cancelled by the progress callback");
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace calibrant
