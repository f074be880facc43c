// ABB and SBB on hard observations, against the definition in fifty digits.
//
// Stated tolerances: a probability of ABB within 1e-11; the log evidence of ABB, and the log score
// of SBB's binning, within 1e-9 or 1e-11 of their size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "binning/engine.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/sbb.hpp"
#include "torture/cases.hpp"
#include "torture/reference.hpp"

namespace calibrant::testing {
namespace {

constexpr std::array<double, 5> kLambdas = {1e-12, 1e-3, 1, 1e3, 1e12};

bool has_scale(const Observations& seen, Scale scale) {
  if (scale == Scale::kRank) return true;
  if (scale == Scale::kScore) return seen.groups() > 1;
  // Log odds are clipped at 1e-12: beyond, distinct scores are one, and another test's concern.
  return seen.groups() > 1 && seen.scores().front() >= 1e-12 && seen.scores().back() <= 1 - 1e-12;
}

double log_tolerance(const Exact& exact) {
  return std::max(1e-9, 1e-11 * std::abs(static_cast<double>(exact)));
}

bool has_tiny_boundary(const Observations& seen, Scale scale, double lambda) {
  const std::vector<Exact> gaps = exact_gaps(seen, scale);
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](const Exact& gap) { return gap * lambda < pow(Exact(2), -900); });
}

void expect_abb(Engine engine, const Observations& seen, const ExactBinnings& exact,
                const AbbOptions& options) {
  const Curve curve = fit_abb_by(engine, seen, options);
  ASSERT_TRUE(std::isfinite(*curve.origin().log_evidence));
  if (!has_tiny_boundary(seen, *options.prior.scale, *options.prior.lambda)) {
    EXPECT_NEAR(*curve.origin().log_evidence, static_cast<double>(exact.log_evidence),
                log_tolerance(exact.log_evidence));
  }
  for (std::size_t k = 0; k < seen.groups(); ++k) {
    const double p = curve(seen.scores()[k]);
    const auto expected = static_cast<double>(exact.probabilities[k]);
    EXPECT_GT(p, 0) << k;
    EXPECT_LT(p, 1) << k;
    EXPECT_NEAR(p, expected, 1e-11) << k;
  }
}

void expect_sbb(const Observations& seen, const ExactBinnings& exact, const Prior& prior) {
  const Curve curve = fit_sbb(seen, {.prior = prior, .execution = {.threads = 1}});
  EXPECT_NEAR(*curve.origin().log_evidence, static_cast<double>(exact.log_best),
              log_tolerance(exact.log_best));
  for (const double score : seen.scores()) {
    EXPECT_GT(curve(score), 0);
    EXPECT_LT(curve(score), 1);
  }
}

TEST(Torture, BinningsAreTheDefinitionsInFiftyDigits) {
  for (const auto& [name, seen] : hard_cases()) {
    for (const Scale scale : {Scale::kRank, Scale::kScore, Scale::kLogit}) {
      if (!has_scale(seen, scale)) continue;
      for (const double lambda : kLambdas) {
        SCOPED_TRACE(name + ", scale " + std::to_string(static_cast<int>(scale)) + ", lambda " +
                     std::to_string(lambda));
        const ExactBinnings exact = exact_binnings(seen, scale, lambda);
        const Prior prior = {.scale = scale, .lambda = lambda};
        expect_sbb(seen, exact, prior);
        expect_abb(Engine::kDirect, seen, exact, {.prior = prior, .execution = {.threads = 1}});
        if (seen.weight() > 1e7) continue;  // quadrature takes nodes as the root of the weight
        expect_abb(Engine::kQuadrature, seen, exact, {.prior = prior, .execution = {.threads = 1}});
      }
    }
  }
}

// Boundaries of a probability that is hardly a double: what two heavy groups that contradict each
// other leave of the sum once was 0 / 0.
TEST(Torture, GroupsThatContradictEachOtherAcrossAlmostNothing) {
  for (const double weight : {9.0, 1e3, 1e6, 1e12, 1e100, 1e235}) {
    const Observations seen =
        counts({0, 5e-324, 1e-300, 1}, {weight, 0, weight, 0}, {0, weight, 0, weight});
    for (const double lambda : {1e-300, 1.0}) {
      for (const Engine engine : {Engine::kAuto, Engine::kDirect, Engine::kQuadrature}) {
        if (engine == Engine::kQuadrature && weight > 1e6) continue;
        SCOPED_TRACE(weight);
        const Curve curve =
            fit_abb_by(engine, seen, {.prior = {.scale = Scale::kScore, .lambda = lambda}});
        ASSERT_TRUE(std::isfinite(*curve.origin().log_evidence));
        if (weight < 1e3) continue;
        EXPECT_LT(curve(0.0), 0.01);
        EXPECT_GT(curve(5e-324), 0.99);
        EXPECT_LT(curve(1e-300), 0.01);
        EXPECT_GT(curve(1.0), 0.99);
      }
    }
  }
}

}  // namespace
}  // namespace calibrant::testing
