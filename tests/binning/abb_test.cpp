// ABB against its definition: every binning enumerated.
#include "calibrant/abb.hpp"
#include "binning/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "helpers/enumerate.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

struct SmallCase {
  Observations seen;
  Scale scale;
  double lambda;
};

// At most 14 groups: plain rows with ties, whole weights (some heavy) or fractional weights.
SmallCase small_case(std::uint64_t seed) {
  testing::Random random(seed);
  const std::size_t rows = 1 + random.below(16);
  const std::size_t kind = random.below(4);
  const std::size_t distinct = 1 + random.below(14);
  std::vector<double> scores;
  std::vector<int> labels;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto slot = static_cast<double>(random.below(distinct));
    scores.push_back(std::sqrt((slot + 0.5) / 14));
    labels.push_back(random.uniform() < 0.4 ? 1 : 0);
    if (kind == 1) weights.push_back(static_cast<double>(1 + random.below(4)));
    if (kind == 2) weights.push_back(static_cast<double>(1 + random.below(60)));
    if (kind == 3) weights.push_back(0.05 + 3 * random.uniform());
  }
  const Scale scale = std::array{Scale::kRank, Scale::kScore, Scale::kLogit}[random.below(3)];
  const double lambda = std::pow(10, -3 + 6 * random.uniform());
  return {observe(scores, labels, weights), scale, lambda};
}

class AbbEnumeration : public ::testing::TestWithParam<Engine> {};

TEST_P(AbbEnumeration, ProbabilitiesAndEvidenceEqualTheDefinition) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const SmallCase c = small_case(seed);
    const auto truth = testing::enumerate(c.seen, c.scale, c.lambda);
    const Curve curve =
        fit_abb_by(GetParam(), c.seen, {.prior = {.scale = c.scale, .lambda = c.lambda}});
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ", groups " << c.seen.groups());
    for (std::size_t k = 0; k < c.seen.groups(); ++k) {
      ASSERT_NEAR(curve(c.seen.scores()[k]), static_cast<double>(truth.probabilities[k]), 1e-10)
          << "group " << k;
    }
    ASSERT_NEAR(*curve.origin().log_evidence, static_cast<double>(truth.log_evidence), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, AbbEnumeration,
                         ::testing::Values(Engine::kDirect, Engine::kQuadrature, Engine::kAuto));

}  // namespace
}  // namespace calibrant
