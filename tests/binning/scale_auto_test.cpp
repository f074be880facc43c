// No scale in particular: ABB averages over the scales that the scores allow, SBB takes the best.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "binning/engine.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/sbb.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::Shape;

constexpr Prior kAnyScale = {.scale = std::nullopt};

Observations sharp(std::size_t rows) {
  const auto sample = testing::draw(Shape::kSharp, rows);
  return observe(sample.scores, sample.labels);
}

struct PerScale {
  std::vector<Curve> curves;
  std::vector<double> shares;
  double log_evidence = 0;
};

// The definition: each scale by itself, weighted by its evidence.
PerScale one_by_one(const Observations& seen, const std::vector<Scale>& scales,
                    AbbOptions options) {
  PerScale result;
  for (const Scale scale : scales) {
    options.prior.scale = scale;
    result.curves.push_back(fit_abb(seen, options));
  }
  double sum = 0;
  const double most = *result.curves.front().origin().log_evidence;
  for (const Curve& curve : result.curves) {
    result.shares.push_back(std::exp(*curve.origin().log_evidence - most));
    sum += result.shares.back();
  }
  for (double& share : result.shares) share /= sum;
  result.log_evidence = most + std::log(sum / static_cast<double>(scales.size()));
  return result;
}

double mixed(const PerScale& parts, double score) {
  double sum = 0;
  for (std::size_t i = 0; i < parts.curves.size(); ++i) {
    sum += parts.shares[i] * parts.curves[i](score);
  }
  return sum;
}

TEST(ScaleAuto, AbbIsTheAverageByEvidence) {
  const std::vector<Scale> all = {Scale::kRank, Scale::kScore, Scale::kLogit};
  const Observations seen = sharp(300);
  for (const std::optional<double> lambda : {std::optional<double>(), std::optional<double>(5)}) {
    const PerScale parts = one_by_one(seen, all, {.prior = {.lambda = lambda}});
    const Curve curve = fit_abb(seen, {.prior = {.scale = {}, .lambda = lambda}});
    for (const double score : seen.scores()) {
      EXPECT_NEAR(curve(score), mixed(parts, score), 1e-12);
    }
    EXPECT_NEAR(*curve.origin().log_evidence, parts.log_evidence, 1e-10);
    EXPECT_EQ(curve.origin().scale, std::nullopt);
    ASSERT_EQ(curve.origin().candidates.size(), lambda ? 3U : 24U);
    EXPECT_EQ(curve.origin().candidates.front().scale, Scale::kRank);
    EXPECT_EQ(curve.origin().candidates.back().scale, Scale::kLogit);
  }
}

TEST(ScaleAuto, ScreeningKeepsWhatMatters) {
  const Observations seen = sharp(9000);
  const PerScale parts = one_by_one(seen, {Scale::kRank, Scale::kScore, Scale::kLogit}, {});
  const Curve curve = fit_abb(seen, {.prior = kAnyScale});
  EXPECT_LT(curve.origin().candidates.size(), 24U);
  for (std::size_t k = 0; k < seen.groups(); k += 50) {
    EXPECT_NEAR(curve(seen.scores()[k]), mixed(parts, seen.scores()[k]), 4e-4);
  }
}

TEST(ScaleAuto, TheBandIsThatOfTheMixture) {
  const Observations seen = sharp(24);
  const AbbOptions options = {.prior = kAnyScale, .level = 0.9};
  const Curve by_nodes = fit_abb(seen, options);
  const Curve by_betas = fit_abb_by(Engine::kDirect, seen, options);
  const PerScale parts =
      one_by_one(seen, {Scale::kRank, Scale::kScore, Scale::kLogit}, {.level = 0.9});
  for (const double score : seen.scores()) {
    const Interval found = by_nodes.interval(score);
    EXPECT_NEAR(found.lower, by_betas.interval(score).lower, 1e-3);
    EXPECT_NEAR(found.upper, by_betas.interval(score).upper, 1e-3);
    // A quantile of a mixture lies between those of its parts.
    std::vector<double> lower;
    for (const Curve& curve : parts.curves) lower.push_back(curve.interval(score).lower);
    EXPECT_GE(found.lower, *std::min_element(lower.begin(), lower.end()) - 1e-6);
    EXPECT_LE(found.lower, *std::max_element(lower.begin(), lower.end()) + 1e-6);
  }
}

TEST(ScaleAuto, SbbIsTheBest) {
  const Observations seen = sharp(500);
  const Curve curve = fit_sbb(seen, {.prior = kAnyScale});
  std::vector<Curve> alone;
  for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
    alone.push_back(fit_sbb(seen, {.prior = {.scale = scale}}));
  }
  const Curve& best =
      *std::max_element(alone.begin(), alone.end(), [](const auto& a, const auto& b) {
        return *a.origin().log_evidence < *b.origin().log_evidence;
      });
  EXPECT_EQ(*curve.origin().log_evidence, *best.origin().log_evidence);
  EXPECT_EQ(std::get<Steps>(curve.shape()).borders, std::get<Steps>(best.shape()).borders);
  EXPECT_EQ(std::get<Steps>(curve.shape()).values, std::get<Steps>(best.shape()).values);
  EXPECT_EQ(curve.origin().candidates.size(), 24U);
}

TEST(ScaleAuto, OnlyScalesThatTheScoresAllow) {
  const std::vector<int> labels = {0, 1, 0, 1};
  const auto candidates = [&](const std::vector<double>& scores) {
    const Observations seen = observe(scores, labels);
    EXPECT_EQ(fit_sbb(seen, {.prior = kAnyScale}).origin().candidates.size(),
              fit_abb(seen, {.prior = kAnyScale}).origin().candidates.size());
    return fit_abb(seen, {.prior = kAnyScale}).origin().candidates.size();
  };
  EXPECT_EQ(candidates({0, 0.2, 0.4, 1}), 24U);
  EXPECT_EQ(candidates({-1, 0.2, 0.4, 1}), 16U);     // no probabilities
  EXPECT_EQ(candidates({0, 1e-13, 0.4, 0.5}), 16U);  // the same log odds, clipped
}

TEST(ScaleAuto, TheModelFileSaysTheSame) {
  const Curve curve = fit_abb(sharp(50), {.prior = kAnyScale});
  const std::string text = to_json(curve);
  EXPECT_THAT(text, ::testing::HasSubstr("\"scale\":\"logit\""));
  EXPECT_EQ(to_json(from_json(text)), text);
  EXPECT_THAT(describe(curve.origin()),
              ::testing::MatchesRegex("Averaged over all binnings and 24 priors of the boundaries, "
                                      "lambda by scale, most of all .* on (rank|score|logit) .*"));
  EXPECT_THAT(describe(fit_sbb(sharp(50), {.prior = kAnyScale}).origin()),
              ::testing::MatchesRegex("The best of all binnings, with lambda = .* on .*\\."));
}

}  // namespace
}  // namespace calibrant
