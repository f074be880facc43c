// Credible bands of ABB.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <utility>

#include "binning/engine.hpp"
#include "binning/nodes.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/error.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using testing::draw;
using testing::Shape;

const std::vector<double>& lower(const Curve& curve) { return curve.band()->lower; }
const std::vector<double>& upper(const Curve& curve) { return curve.band()->upper; }

TEST(AbbBand, OneBinIsItsBetaPosterior) {
  // Flat data and almost no boundaries: all rows are one bin, and the posterior at every group is
  // Beta(B + 1, A + 1). 20,000 rows are several segments and many blocks of the computation.
  for (const std::size_t n : {1U, 2U, 5U, 40U, 600U, 20'000U}) {
    const auto sample = draw(Shape::kFlat, n);
    const auto seen = observe(sample.scores, sample.labels);
    for (const double level : {0.5, 0.95, 0.999}) {
      const Curve curve =
          fit_abb_by(Engine::kQuadrature, seen, {.prior = {.lambda = 1e-9}, .level = level});
      const double a = seen.negative_weight() + 1;
      const double b = seen.positive_weight() + 1;
      const double width = std::sqrt(a * b / (a + b + 1)) / (a + b);
      const double low = boost::math::ibeta_inv(b, a, (1 - level) / 2);
      const double high = boost::math::ibeta_inv(b, a, (1 + level) / 2);
      for (std::size_t k = 0; k < seen.groups(); ++k) {
        ASSERT_NEAR(lower(curve)[k], low, 2e-3 * width) << n << " rows, level " << level;
        ASSERT_NEAR(upper(curve)[k], high, 2e-3 * width) << n << " rows, level " << level;
      }
    }
  }
}

// The density is highest at an end of [0, 1], and a tail holds less than the first node does.
TEST(AbbBand, OneClassAloneAtHighLevels) {
  for (const std::size_t n : {5U, 100U, 3000U}) {
    std::vector<double> scores(n);
    for (std::size_t k = 0; k < n; ++k) scores[k] = static_cast<double>(k);
    for (const int label : {0, 1}) {
      const auto seen = observe(scores, std::vector<int>(n, label));
      for (const double level : {0.9, 0.99, 0.999, 0.99999}) {
        const Curve curve =
            fit_abb_by(Engine::kQuadrature, seen, {.prior = {.lambda = 1e-9}, .level = level});
        // Beside its own, a bin has a twentieth of all rows but one (nodes.hpp).
        const double rows = static_cast<double>(n) + std::max(static_cast<double>(n) / 20 - 1, 0.0);
        const double tail = (1 - level) / 2;
        // The quantiles of Beta(1, rows + 1), or their mirror images.
        const double near = -std::expm1(std::log1p(-tail) / (rows + 1));
        const double far = -std::expm1(std::log(tail) / (rows + 1));
        const double low = label == 0 ? near : 1 - far;
        const double high = label == 0 ? far : 1 - near;
        for (const std::size_t k : {std::size_t{0}, n / 2, n - 1}) {
          ASSERT_NEAR(lower(curve)[k], low, 2e-3 / rows) << n << ' ' << label << ' ' << level;
          ASSERT_NEAR(upper(curve)[k], high, 2e-3 / rows) << n << ' ' << label << ' ' << level;
        }
      }
    }
  }
}

TEST(AbbBand, NodesAgreeWithTheMixtureOfBetas) {
  for (const Shape shape : testing::kShapes) {
    const auto sample = draw(shape, 40, 3);
    const auto seen = observe(sample.scores, sample.labels);
    for (const std::optional<double> lambda : {std::optional<double>(5), std::optional<double>()}) {
      const AbbOptions options = {.prior = {.lambda = lambda}, .level = 0.9};
      const Curve nodes = fit_abb_by(Engine::kQuadrature, seen, options);
      const Curve mixture = fit_abb_by(Engine::kDirect, seen, options);
      for (std::size_t k = 0; k < seen.groups(); ++k) {
        ASSERT_NEAR(lower(nodes)[k], lower(mixture)[k], 3e-5) << testing::name(shape) << k;
        ASSERT_NEAR(upper(nodes)[k], upper(mixture)[k], 3e-5) << testing::name(shape) << k;
      }
    }
  }
}

TEST(AbbBand, FractionalWeightsAgreeWithTheMixtureOfBetas) {
  testing::Random random(5);
  std::vector<double> scores;
  std::vector<double> negatives;
  std::vector<double> positives;
  for (int i = 0; i < 30; ++i) {
    scores.push_back(i);
    negatives.push_back(3 * random.uniform());
    positives.push_back(20 * random.uniform());
  }
  const auto seen = observe_counts(scores, negatives, positives);
  const AbbOptions options = {.prior = {.lambda = 3}, .level = 0.95};
  const Curve nodes = fit_abb_by(Engine::kQuadrature, seen, options);
  const Curve mixture = fit_abb_by(Engine::kDirect, seen, options);
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    ASSERT_NEAR(lower(nodes)[k], lower(mixture)[k], 3e-5);
    ASSERT_NEAR(upper(nodes)[k], upper(mixture)[k], 3e-5);
  }
}

TEST(AbbBand, HoldsTheMedianAndGrowsWithTheLevel) {
  const auto sample = draw(Shape::kStepped, 500);
  const auto seen = observe(sample.scores, sample.labels);
  const auto fit = [&](double level) { return fit_abb(seen, {.level = level}); };
  const Curve median = fit(1e-9);
  const Curve narrow = fit(0.5);
  const Curve wide = fit(0.95);
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    ASSERT_LE(lower(wide)[k], lower(narrow)[k]);
    ASSERT_LE(lower(narrow)[k], lower(median)[k]);
    ASSERT_LE(upper(median)[k], upper(narrow)[k]);
    ASSERT_LE(upper(narrow)[k], upper(wide)[k]);
    ASSERT_GT(lower(wide)[k], 0);
    ASSERT_LT(upper(wide)[k], 1);
  }
}

TEST(AbbBand, ThePriorOfABinHasTheOverallRateAsItsMean) {
  for (const auto& [negatives, positives] :
       {std::pair{970.0, 30.0}, {5000.0, 100.0}, {60.0, 60.0}}) {
    for (const bool mirrored : {false, true}) {
      const BinPrior prior =
          mirrored ? band_prior(positives, negatives) : band_prior(negatives, positives);
      const double events = mirrored ? prior.negatives : prior.positives;
      const double others = mirrored ? prior.positives : prior.negatives;
      EXPECT_EQ(events, 0);
      EXPECT_NEAR((events + 1) / (events + others + 2), positives / (negatives + positives), 2e-3);
    }
  }
  EXPECT_EQ(band_prior(5, 0).negatives, 0);    // too few rows to tell
  EXPECT_EQ(band_prior(100, 0).negatives, 4);  // none was seen: 20 are feared
}

// One in a hundred, as the score says: bins of few rows must not be thought to be like a coin.
TEST(AbbBand, HoldsForRareEvents) {
  double covered = 0;
  double places = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    testing::Random random(seed);
    testing::Sample sample;
    for (int i = 0; i < 1500; ++i) {
      const double z = 1.2 * random.normal() - 4.2;
      sample.scores.push_back(z);
      sample.labels.push_back(random.uniform() < 1 / (1 + std::exp(-z)) ? 1 : 0);
    }
    const Curve curve = fit_abb(observe(sample.scores, sample.labels), {.level = 0.95});
    for (const double z : sample.scores) {
      const auto [low, high] = curve.interval(z);
      const double p = 1 / (1 + std::exp(-z));
      covered += low <= p && p <= high ? 1 : 0;
      places += 1;
    }
  }
  EXPECT_GT(covered / places, 0.88);  // 0.8 with the paper's prior
}

TEST(AbbBand, CoversTheTruthAtTheStatedRate) {
  // Drawn from the model itself (boundaries from the prior, rates uniform) a credible interval
  // covers at exactly its level: 200 curves, 90 %.
  testing::Random random(11);
  constexpr std::size_t kRows = 300;
  constexpr double kLambda = 4;
  double covered = 0;
  double places = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<double> scores;
    std::vector<std::uint8_t> labels;
    std::vector<double> truth;
    double theta = random.uniform();
    for (std::size_t i = 0; i < kRows; ++i) {
      if (i > 0 && random.uniform() < -std::expm1(-kLambda / kRows)) theta = random.uniform();
      scores.push_back(static_cast<double>(i));
      labels.push_back(random.uniform() < theta ? 1 : 0);
      truth.push_back(theta);
    }
    const Curve curve =
        fit_abb(observe(scores, labels), {.prior = {.lambda = kLambda}, .level = 0.9});
    for (std::size_t i = 0; i < kRows; ++i) {
      covered += lower(curve)[i] <= truth[i] && truth[i] <= upper(curve)[i] ? 1 : 0;
      places += 1;
    }
  }
  // Rows of one curve hang together: about 1,000 independent bins, standard error .01.
  EXPECT_NEAR(covered / places, 0.9, 0.025);
}

TEST(AbbBand, LookupPreviousCarriesTheBand) {
  const auto sample = draw(Shape::kSharp, 80);
  const auto seen = observe(sample.scores, sample.labels);
  const Curve curve = fit_abb(seen, {.lookup = Lookup::kPrevious, .level = 0.8});
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const Interval interval = curve.interval(seen.scores()[k]);
    ASSERT_EQ(interval.lower, lower(curve)[k]);
    ASSERT_EQ(interval.upper, upper(curve)[k]);
  }
}

TEST(AbbBand, BadLevelIsNamed) {
  const auto seen = observe(std::array{1.0, 2.0}, std::array<int, 2>{0, 1});
  for (const double level : {0.0, 1.0, -1.0}) {
    try {
      fit_abb(seen, {.level = level});
      FAIL() << "no error";
    } catch (const OptionError& error) {
      EXPECT_EQ(error.option(), "level");
      EXPECT_THAT(error.what(), ::testing::HasSubstr("is not strictly between 0 and 1"));
    }
  }
}

}  // namespace
}  // namespace calibrant
