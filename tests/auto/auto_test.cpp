#include "calibrant/auto.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "auto/blend.hpp"
#include "auto/mixture.hpp"
#include "auto/monotone.hpp"
#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"
#include "families/families.hpp"
#include "helpers/message.hpp"
#include "helpers/truths.hpp"

namespace calibrant {
namespace {

using testing::Random;
using testing::Truth;

const Segments& segments_of(const Curve& curve) { return std::get<Segments>(curve.shape()); }

Observations observed(Truth truth, std::size_t rows, std::uint64_t seed = 1) {
  const auto sample = testing::draw(truth, rows, seed);
  return observe(sample.scores, sample.labels);
}

void expect_same_curve(const Curve& a, const Curve& b) {
  EXPECT_EQ(segments_of(a).knots, segments_of(b).knots);
  EXPECT_EQ(segments_of(a).values, segments_of(b).values);
  ASSERT_EQ(a.band().has_value(), b.band().has_value());
  if (a.band()) {
    EXPECT_EQ(a.band()->lower, b.band()->lower);
    EXPECT_EQ(a.band()->upper, b.band()->upper);
  }
}

void expect_valid(const Curve& curve) {
  double sum = 0;
  for (const Candidate& candidate : curve.origin().candidates) {
    EXPECT_TRUE(std::isfinite(candidate.log_evidence));
    sum += candidate.weight;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  for (const double value : segments_of(curve).values) EXPECT_TRUE(value >= 0 && value <= 1);
  if (!curve.band()) return;
  for (std::size_t i = 0; i < curve.band()->lower.size(); ++i) {
    EXPECT_GE(curve.band()->lower[i], 0);
    EXPECT_LE(curve.band()->lower[i], curve.band()->upper[i]);
    EXPECT_LE(curve.band()->upper[i], 1);
  }
}

TEST(Auto, TheCurveFollowsTheBlendWithinItsTolerance) {
  for (const Truth truth : {Truth::kOverconfident, Truth::kMargin, Truth::kVotes}) {
    const Mixture mixture = average_candidates(observed(truth, 80), {});
    const Blend blend(mixture);
    const Curve curve(blend.curve().segments);
    const bool real = truth == Truth::kMargin;
    for (int i = 0; i <= 20000; ++i) {
      const double x = real ? -15 + 30 * i / 20000.0 : i / 20000.0;
      EXPECT_NEAR(curve(x), blend(x), kBlendTolerance) << x;
    }
    // Far out, where the bases have reached their limits.
    const double far = real ? 1e9 : 1;
    EXPECT_NEAR(curve(far), blend(far), kBlendTolerance);
    EXPECT_NEAR(curve(-far), blend(real ? -far : 0), kBlendTolerance);
  }
}

TEST(Auto, WeightsAreRepeats) {
  Random random(3);
  std::vector<double> scores;
  std::vector<int> labels;
  std::vector<double> weights;
  std::vector<double> repeated_scores;
  std::vector<int> repeated_labels;
  for (int i = 0; i < 60; ++i) {
    const double s = random.uniform();
    const int label = random.uniform() < s ? 1 : 0;
    const std::size_t times = random.below(4);
    scores.push_back(s);
    labels.push_back(label);
    weights.push_back(static_cast<double>(times));
    repeated_scores.insert(repeated_scores.end(), times, s);
    repeated_labels.insert(repeated_labels.end(), times, label);
  }
  expect_same_curve(fit_auto(observe(scores, labels, weights), {.level = 0.9}),
                    fit_auto(observe(repeated_scores, repeated_labels), {.level = 0.9}));
}

TEST(Auto, FractionalWeightsAreNearTheWholeOnesTheyAreNear) {
  const auto sample = testing::draw(Truth::kBump, 150, 4);
  std::vector<double> weights(sample.scores.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 2 + (i % 2 == 0 ? 1e-9 : -1e-9);
  const Curve fractional = fit_auto(observe(sample.scores, sample.labels, weights));
  const Curve whole = fit_auto(
      observe(sample.scores, sample.labels, std::vector<double>(sample.scores.size(), 2.0)));
  for (const double s : sample.scores) EXPECT_NEAR(fractional(s), whole(s), 2e-6);
}

TEST(Auto, TheOrderOfRowsAndTheNumberOfThreadsChangeNoBit) {
  auto sample = testing::draw(Truth::kJump, 500, 5);
  const Curve first =
      fit_auto(observe(sample.scores, sample.labels), {.level = 0.95, .execution = {.threads = 1}});
  std::reverse(sample.scores.begin(), sample.scores.end());
  std::reverse(sample.labels.begin(), sample.labels.end());
  for (const unsigned threads : {1U, 2U, 5U}) {
    expect_same_curve(first, fit_auto(observe(sample.scores, sample.labels),
                                      {.level = 0.95, .execution = {.threads = threads}}));
  }
}

TEST(Auto, RealScoresLeaveOutWhatNeedsProbabilities) {
  const Curve curve = fit_auto(observed(Truth::kMargin, 400), {.level = 0.9});
  expect_valid(curve);
  for (const Candidate& candidate : curve.origin().candidates) {
    EXPECT_TRUE(candidate.base == "platt" || candidate.base == "constant" ||
                candidate.base == "abb")
        << candidate.base;
    EXPECT_NE(candidate.scale, Scale::kLogit);
  }
  // The sigmoid goes on where nothing was seen.
  const double end = observed(Truth::kMargin, 400).scores().back();
  EXPECT_GT(curve(end + 3), curve(end));
}

TEST(Auto, OddInputsGiveValidCurves) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> all = {
      {0.3},
      {0, 1},
      {0, 0, 1, 1},
      {tiny, 2 * tiny, 3 * tiny},
      {1e-300, 2e-300, 3e-300, 1},
      {0, 1e-300, 0.5, 1 - 1e-16, 1},
      {-huge, 0, huge},
      {-huge, -1, 1e-300, 2, 3, huge},
      {1e9, std::nextafter(1e9, 2e9), 1e9 + 1},
      {-5, -5, -5},
  };
  for (const auto& scores : all) {
    for (const unsigned labels : {0U, ~0U, 0b0101U, 0b0110U}) {
      std::vector<int> truth;
      for (std::size_t i = 0; i < scores.size(); ++i) {
        truth.push_back(static_cast<int>((labels >> i) & 1U));
      }
      SCOPED_TRACE(::testing::Message()
                   << ::testing::PrintToString(scores) << " labels " << labels);
      for (const bool monotone : {false, true}) {
        const Curve curve = fit_auto(observe(scores, truth), {.monotone = monotone, .level = 0.95});
        expect_valid(curve);
        for (const double s : scores) EXPECT_TRUE(curve(s) > 0 && curve(s) < 1) << curve(s);
      }
    }
  }
}

TEST(Auto, OneClassIsNoCertainty) {
  for (const std::size_t rows : {1U, 10U, 1000U}) {
    std::vector<double> scores(rows);
    for (std::size_t i = 0; i < rows; ++i)
      scores[i] = (static_cast<double>(i) + 0.5) / static_cast<double>(rows);
    const Curve curve = fit_auto(observe(scores, std::vector<int>(rows, 0)), {.level = 0.95});
    expect_valid(curve);
    EXPECT_GT(curve(0.5), 0.05 / static_cast<double>(rows)) << rows;
    EXPECT_LT(curve(0.5), 0.5) << rows;
    EXPECT_LT(curve.interval(0.5).lower, curve(0.5));
  }
}

// Of a weight next to nothing, a score lies 1e154 spreads from the others: the deviation of the
// line there overflowed, and the band's quantiles were no numbers.
TEST(Auto, AScoreThatHardlyAnyWeightHasIsInDoubt) {
  const Observations seen =
      observe_counts(std::vector{0.865, 1.0}, std::vector{0.0, 8.35e-309}, std::vector{8.68, 0.0});
  const FittedFamily platt = fit_with_evidence(kPlattFamily, seen);
  EXPECT_LT(platt.deviation(0.865), 2);
  EXPECT_EQ(platt.deviation(1), 1e6);
  for (const double level : {0.004, 0.95}) expect_valid(fit_auto(seen, {.level = level}));
}

TEST(Auto, HugeCounts) {
  const Observations seen = observe_counts(std::array{0.1, 0.4, 0.8}, std::array{9e11, 5e11, 2e11},
                                           std::array{1e11, 4e11, 9e11});
  const Curve curve = fit_auto(seen, {.level = 0.95});
  expect_valid(curve);
  EXPECT_NEAR(curve(0.1), 0.1, 1e-5);
  EXPECT_NEAR(curve(0.4), 4.0 / 9, 1e-5);
  EXPECT_NEAR(curve(0.8), 9.0 / 11, 1e-5);
}

TEST(Auto, MonotoneNeverDescends) {
  const Observations seen = observed(Truth::kWiggle, 600);
  const Curve free = fit_auto(seen, {.monotone = false, .level = 0.9});
  const auto ascends = [](const std::vector<double>& v) {
    return std::is_sorted(v.begin(), v.end());
  };
  ASSERT_FALSE(ascends(segments_of(free).values)) << "the test needs a curve that descends";
  const Curve curve = fit_auto(seen, {.monotone = true, .level = 0.9});
  EXPECT_TRUE(ascends(segments_of(curve).values));
  EXPECT_TRUE(ascends(curve.band()->lower));
  EXPECT_TRUE(ascends(curve.band()->upper));
  expect_valid(curve);
  // A projection keeps the mean over the observations.
  double before = 0;
  double after = 0;
  for (const double s : seen.scores()) {
    before += free(s);
    after += curve(s);
  }
  EXPECT_NEAR(before, after, 1e-3 * before);
}

TEST(Auto, AscendingIsTheWeightedIsotonicRegression) {
  const std::vector<double> values = {0.1, 0.5, 0.3, 0.3, 0.9, 0.2};
  const std::vector<double> weights = {1, 2, 1, 1, 1, 3};
  const std::vector<double> found = ascending(values, weights);
  const double pooled = (2 * 0.5 + 0.3 + 0.3) / 4;  // then 0.9 and 0.2 are pooled
  const double last = (0.9 + 3 * 0.2) / 4;          // 0.375 < pooled = 0.4: all of them
  const double all = (4 * pooled + 4 * last) / 8;
  EXPECT_EQ(found[0], 0.1);
  for (std::size_t i = 1; i < found.size(); ++i) EXPECT_NEAR(found[i], all, 1e-15);
}

// What merging neighbours changes. Smooth truths hardly notice; at a jump one merged group of a few
// observations may stand on the wrong side, so the mean is bounded and not the largest change.
TEST(Auto, MergedGroupsChangeLittle) {
  for (const Truth truth : {Truth::kOverconfident, Truth::kBump, Truth::kSteps}) {
    const Observations seen = observed(truth, 6000, 2);
    const Mixture fine =
        average_candidates(seen, {}, {.screening_groups = 4096, .most_groups = 6000});
    ASSERT_EQ(fine.resolution.observations.groups(), 6000U);
    const Mixture coarse = average_candidates(seen, {});
    ASSERT_LT(coarse.resolution.observations.groups(), 1100U);
    const Blend fine_blend(fine);
    const Blend coarse_blend(coarse);
    double divergence = 0;
    for (const double s : seen.scores()) {
      divergence += testing::divergence(fine_blend(s), coarse_blend(s)) / 6000;
    }
    // The error of a fit to 6,000 rows is some 1e-3.
    EXPECT_LT(divergence, 1e-4) << testing::name(truth);
  }
}

// Bases see many rows as cells of neighbours.
TEST(Auto, CellsChangeTheBasesLittle) {
  constexpr std::size_t kMany = 100'000;
  for (const Truth truth : {Truth::kOverconfident, Truth::kMargin, Truth::kNaiveBayes, Truth::kRare,
                            Truth::kKinkedMargin}) {
    SCOPED_TRACE(testing::name(truth));
    const Observations seen = observed(truth, kMany, 3);
    const Observations cells = join_cells(seen, 1U << 14U);
    ASSERT_LT(cells.groups(), 2U << 14U);
    ASSERT_EQ(cells.weight(), seen.weight());
    EXPECT_EQ(cells.scores()[1], seen.scores()[1]);
    EXPECT_EQ(cells.scores().back(), seen.scores().back());
    for (const Family* family :
         {&kPlattFamily, &kPlattLogitFamily, &kBetaFamily, &kIdentityFamily, &kTemperatureFamily}) {
      if (family->needs_probabilities && testing::has_margins(truth)) continue;
      const FittedFamily exact = fit_with_evidence(*family, seen);
      const FittedFamily joined = fit_with_evidence(*family, cells);
      EXPECT_NEAR(joined.log_evidence, exact.log_evidence,
                  0.02 + 1e-6 * std::abs(exact.log_evidence))
          << family->name;
      for (std::size_t k = 0; k < seen.groups(); k += 500) {
        const double s = seen.scores()[k];
        EXPECT_NEAR(joined.log_odds(s), exact.log_odds(s), 0.01 * (exact.deviation(s) + 1e-6))
            << family->name;
      }
    }
  }
}

TEST(Auto, TheAccountIsKeptInTheModelFile) {
  const Curve curve = fit_auto(observed(Truth::kVotes, 300), {.level = 0.9});
  const Curve back = std::get<Curve>(from_json(to_json(curve)));
  expect_same_curve(curve, back);
  EXPECT_EQ(back.origin().method, "auto");
  ASSERT_EQ(back.origin().candidates.size(), curve.origin().candidates.size());
  for (std::size_t i = 0; i < back.origin().candidates.size(); ++i) {
    const Candidate& a = curve.origin().candidates[i];
    const Candidate& b = back.origin().candidates[i];
    EXPECT_EQ(a.base, b.base);
    EXPECT_EQ(a.lambda, b.lambda);
    EXPECT_EQ(a.tau, b.tau);
    EXPECT_EQ(a.scale, b.scale);
    EXPECT_EQ(a.weight, b.weight);
    EXPECT_EQ(a.log_evidence, b.log_evidence);
    EXPECT_GE(a.weight, i + 1 < back.origin().candidates.size()
                            ? curve.origin().candidates[i + 1].weight
                            : 0);
    EXPECT_EQ(a.lambda == 0, !a.scale.has_value());
  }
  EXPECT_EQ(describe(back.origin()), describe(curve.origin()));
}

TEST(Auto, OptionsAreChecked) {
  const Observations seen = observed(Truth::kVotes, 20);
  EXPECT_EQ(testing::message_of<OptionError>([&] { fit_auto(seen, {.level = 1.0}); }),
            "level: 1 is not strictly between 0 and 1");
}

TEST(Auto, ProgressRisesToOneAndCanCancel) {
  const Observations seen = observed(Truth::kVotes, 100);
  std::vector<double> fractions;
  fit_auto(seen, {.level = 0.9, .execution = {.threads = 2, .progress = [&](double fraction) {
                                                fractions.push_back(fraction);
                                                return true;
                                              }}});
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_GT(fractions.size(), 20U);
  EXPECT_NEAR(fractions.back(), 1, 1e-9);
  EXPECT_EQ(testing::message_of<Cancelled>([&] {
              fit_auto(seen, {.execution = {.progress = [](double f) { return f < 0.3; }}});
            }),
            "cancelled by the progress callback");
}

}  // namespace
}  // namespace calibrant
