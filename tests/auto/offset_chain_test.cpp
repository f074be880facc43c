#include "auto/offset_chain.hpp"

#include <gtest/gtest.h>

#include <array>

#include "auto/quantile_table.hpp"
#include "binning/abb_average.hpp"
#include "binning/boundary_prior.hpp"
#include "helpers/enumerate_offsets.hpp"
#include "helpers/random_observations.hpp"
#include "observations/builder.hpp"

namespace calibrant {
namespace {

using testing::Random;

std::vector<double> random_log_odds(Random& random, std::size_t groups) {
  std::vector<double> z(groups);
  for (double& value : z) value = 1.5 * random.normal();
  return z;
}

// All priors at once, which also shows that chains side by side do not disturb each other.
TEST(OffsetChain, EqualsTheEnumerationOfAllBinnings) {
  Random random(5);
  constexpr std::array<Scale, 2> kScales = {Scale::kRank, Scale::kScore};
  constexpr std::array<double, 3> kLambdas = {0.3, 4, 50};
  for (int trial = 0; trial < 40; ++trial) {
    const auto labels = testing::kLabels[random.below(testing::kLabels.size())];
    const auto weights = testing::kWeights[random.below(3)];  // not the huge ones
    const Observations seen =
        testing::random_observations(random, 2 + random.below(5), labels, weights, trial % 2 == 0);
    const std::vector<double> z = random_log_odds(random, seen.groups());
    const double tau = std::array{0.15, 0.5, 1.5}[random.below(3)];
    const OffsetNodes nodes = make_offset_nodes(tau, seen.weight(), kOffsetFineness);
    std::vector<std::vector<double>> gaps;
    for (const Scale scale : kScales) gaps.push_back(make_boundary_prior(seen, scale).gap);
    std::vector<Boundaries> priors;
    for (const auto& gap : gaps) {
      for (const double lambda : kLambdas) priors.push_back({&gap, lambda});
    }
    const OffsetProblem problem = {seen, z, nodes};
    const std::vector<OffsetAverage> averages = average_offsets(problem, priors);
    const std::vector<double> evidences = offset_log_evidences(problem, priors);
    for (std::size_t i = 0; i < priors.size(); ++i) {
      SCOPED_TRACE(::testing::Message() << "trial " << trial << " prior " << i);
      const auto expected =
          testing::enumerate_offsets(seen, z, tau, kScales[i / kLambdas.size()], priors[i].lambda);
      EXPECT_NEAR(averages[i].log_evidence, static_cast<double>(expected.log_evidence), 1e-6);
      EXPECT_EQ(averages[i].log_evidence, evidences[i]);
      for (std::size_t k = 0; k < seen.groups(); ++k) {
        EXPECT_NEAR(averages[i].probabilities[k], static_cast<double>(expected.probabilities[k]),
                    1e-6);
      }
    }
  }
}

// Many groups: checkpoints, segments and the last, shorter one. Finer nodes change nothing.
TEST(OffsetChain, FinerNodesChangeNothing) {
  const auto sample = testing::draw(testing::Shape::kSharp, 1000, 3);
  const Observations seen = observe(sample.scores, sample.labels);
  std::vector<double> z;
  for (const double s : seen.scores()) z.push_back(14 * s - 7);
  const std::vector<double> gaps = make_boundary_prior(seen, Scale::kRank).gap;
  // Offsets of 0.15 cannot reach these labels, and what is cut off at six deviations would count.
  for (const double tau : {0.5, 1.5}) {
    const OffsetNodes plain = make_offset_nodes(tau, seen.weight(), kOffsetFineness);
    const OffsetNodes fine = make_offset_nodes(tau, seen.weight(), 3);
    const auto a = average_offsets({seen, z, plain}, {{&gaps, 4}});
    const auto b = average_offsets({seen, z, fine}, {{&gaps, 4}});
    EXPECT_NEAR(a[0].log_evidence, b[0].log_evidence, 1e-6);
    for (std::size_t k = 0; k < z.size(); ++k) {
      EXPECT_NEAR(a[0].probabilities[k], b[0].probabilities[k], 1e-7);
    }
  }
}

// Nodes only where a coarse pass has found the posterior, against nodes on the whole range.
TEST(OffsetChain, NodesWhereThePosteriorIsAreEnough) {
  for (const testing::Shape shape : testing::kShapes) {
    const auto sample = testing::draw(shape, 3000, 5);
    const Observations seen = observe(sample.scores, sample.labels);
    const Observations few = merge_groups(seen, 256);
    const auto log_odds = [](const Observations& observations) {
      std::vector<double> z;
      for (const double s : observations.scores()) z.push_back(log_odds_of(s));
      return z;
    };
    const std::vector<double> z = log_odds(seen);
    const std::vector<double> few_z = log_odds(few);
    const std::vector<double> gaps = make_boundary_prior(seen, Scale::kRank).gap;
    const std::vector<double> few_gaps = make_boundary_prior(few, Scale::kRank).gap;
    for (const double tau : {0.15, 0.5, 1.5}) {
      // Small offsets cannot reach these labels, and what is cut off at six deviations counts.
      if (tau < 1.5 && shape != testing::Shape::kCalibrated) continue;
      const OffsetNodes coarse = make_offset_nodes(tau, seen.weight(), 0.67);
      OffsetRange found;
      average_offsets({few, few_z, coarse}, {{&few_gaps, 4}}, &found);
      const OffsetNodes all = make_offset_nodes(tau, seen.weight(), kOffsetFineness);
      const OffsetNodes some =
          make_offset_nodes(tau, offset_information(seen, z, found), kOffsetFineness, found);
      const auto a = average_offsets({seen, z, all}, {{&gaps, 4}});
      const auto b = average_offsets({seen, z, some}, {{&gaps, 4}});
      EXPECT_NEAR(a[0].log_evidence, b[0].log_evidence, 5e-3) << testing::name(shape) << tau;
      for (std::size_t k = 0; k < z.size(); ++k) {
        ASSERT_NEAR(a[0].probabilities[k], b[0].probabilities[k], 2e-5)
            << testing::name(shape) << ' ' << tau << ' ' << k;
      }
    }
  }
}

// ABB as offsets on log odds of zero, against the engine of the paper's method.
TEST(OffsetChain, RatesGiveTheAverageOverBinnings) {
  for (const testing::Shape shape : testing::kShapes) {
    const auto sample = testing::draw(shape, 800, 6);
    const Observations seen = observe(sample.scores, sample.labels);
    const OffsetNodes nodes = make_rate_nodes(seen.weight(), seen.whole());
    const std::vector<double> zeros(seen.groups(), 0.0);
    const std::vector<double> gaps = make_boundary_prior(seen, Scale::kRank).gap;
    const auto found = average_offsets({seen, zeros, nodes}, {{&gaps, 16}});
    ProgressMeter meter;
    const auto exact = average_binnings({seen, nullptr, meter}, {{&gaps, 16}}, 1);
    EXPECT_NEAR(found[0].log_evidence, exact[0].log_evidence, 1e-5);
    for (std::size_t k = 0; k < zeros.size(); ++k) {
      EXPECT_NEAR(found[0].probabilities[k], exact[0].probabilities[k], 1e-7);
    }
  }
}

TEST(OffsetChain, HeavyGroupsThatContradictTheBaseStayFinite) {
  const Observations seen = observe_counts(std::array{0.0, 0.5, 1.0}, std::array{0.0, 1e6, 3.0},
                                           std::array{1e6, 0.0, 1e5});
  const std::vector<double> z = {-36, 36, 0};
  const std::vector<double> gaps = make_boundary_prior(seen, Scale::kScore).gap;
  const OffsetNodes nodes = make_offset_nodes(0.15, seen.weight(), 1);
  const auto averages = average_offsets({seen, z, nodes}, {{&gaps, 1}});
  EXPECT_TRUE(std::isfinite(averages[0].log_evidence));
  for (const double p : averages[0].probabilities) EXPECT_TRUE(p >= 0 && p <= 1) << p;
}

// Two groups that no boundary can part, and that no offset can please both.
TEST(OffsetChain, ImpossibleLabelsHaveNoEvidence) {
  const Observations seen =
      observe_counts(std::array{0.0, 1.0}, std::array{0.0, 1e6}, std::array{1e6, 0.0});
  const std::vector<double> z = {-36, 36};
  const std::vector<double> gaps = {0};
  const OffsetNodes nodes = make_offset_nodes(1.5, seen.weight(), 1);
  EXPECT_EQ(offset_log_evidences({seen, z, nodes}, {{&gaps, 1}})[0],
            -std::numeric_limits<double>::infinity());
}

TEST(QuantileTable, ANormalIsExact) {
  const Quantiles q = normal_quantiles(1.5, 0.3);
  const WeightedQuantiles part = {0.7, &q};
  EXPECT_NEAR(mixture_quantile({&part, 1}, 0.025), 1.5 - 0.3 * 1.959963985, 1e-8);
  EXPECT_NEAR(mixture_quantile({&part, 1}, 1e-7), 1.5 - 0.3 * 5.199337582, 1e-8);
  Quantiles wide = q;
  widen(wide, 0.4);
  const WeightedQuantiles wide_part = {1, &wide};
  EXPECT_NEAR(mixture_quantile({&wide_part, 1}, 0.975), 1.5 + 0.5 * 1.959963985, 1e-8);
}

// Two points: a step of the distribution function, and an equal share of each.
TEST(QuantileTable, PointsAreMixedByWeight) {
  const Quantiles low = normal_quantiles(-1, 0);
  const Quantiles high = normal_quantiles(2, 0);
  const std::array parts = {WeightedQuantiles{0.3, &low}, WeightedQuantiles{0.7, &high}};
  EXPECT_NEAR(mixture_quantile(parts, 0.29), -1, 1e-12);
  EXPECT_NEAR(mixture_quantile(parts, 0.31), 2, 1e-12);
}

TEST(QuantileTable, CellsAreReadAlongTheirMasses) {
  // Uniform on [0, 1] in ten cells of uneven width.
  std::vector<double> edges = {0, 0.05, 0.1, 0.3, 0.35, 0.5, 0.6, 0.7, 0.75, 0.9, 1};
  std::vector<double> masses;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    masses.push_back(7 * (edges[i + 1] - edges[i]));
  const Quantiles q = quantiles_of(masses, edges);
  for (std::size_t i = 0; i < kQuantiles; ++i)
    EXPECT_NEAR(q[i], normal_cdf(normal_score(i)), 1e-12);
}

}  // namespace
}  // namespace calibrant
