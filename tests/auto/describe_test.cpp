#include <gtest/gtest.h>

#include "calibrant/abb.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "support/shapes.hpp"

namespace calibrant {
namespace {

Candidate part(std::string base, double weight, std::optional<double> tau = {}) {
  return {.lambda = tau || base == "abb" ? 1.0 : 0.0,
          .log_evidence = 0,
          .weight = weight,
          .base = std::move(base),
          .tau = tau,
          .scale = {}};
}

TEST(Describe, AutoNamesWhatWeighsMost) {
  Origin origin;
  origin.method = "auto";
  origin.candidates = {part("identity", 0.45),       part("platt-logit", 0.25),
                       part("identity", 0.25, 0.15), part("beta", 0.04, 1.5),
                       part("abb", 0.006),           part("constant", 0.004)};
  EXPECT_EQ(
      describe(origin),
      "Averaged over 6 models by their evidence: 70 % the scores as they are (36 % of it with "
      "small corrections in bins); 25 % Platt scaling of the log odds; 4 % beta calibration "
      "with large corrections in bins; 1 % others.");
}

TEST(Describe, AutoWithMixedCorrections) {
  Origin origin;
  origin.method = "auto";
  origin.candidates = {part("platt", 0.5, 0.5), part("platt", 0.3, 1.5), part("abb", 0.2)};
  EXPECT_EQ(
      describe(origin),
      "Averaged over 3 models by their evidence: 80 % Platt scaling with corrections in bins; "
      "20 % the average over binnings (ABB).");
  origin.candidates = {part("temperature", 0.6), part("certain", 0.4)};
  EXPECT_EQ(
      describe(origin),
      "Averaged over 2 models by their evidence: 60 % temperature scaling; 40 % the scores as "
      "they are, exact 0s and 1s included.");
  origin.candidates = {part("constant", 1)};
  EXPECT_EQ(describe(origin), "One model has all the weight: 100 % one rate for all scores.");
}

TEST(Describe, BinningsNameTheirLambda) {
  const auto sample = testing::draw(testing::Shape::kStepped, 200);
  const Observations seen = observe(sample.scores, sample.labels);
  EXPECT_EQ(describe(fit_abb(seen, {.prior = {.lambda = 2.5}}).origin()),
            "Averaged over all binnings, with lambda = 2.5.");
  EXPECT_EQ(describe(fit_sbb(seen, {.prior = {.lambda = 3}}).origin()),
            "The best of all binnings, with lambda = 3.");
  Origin origin;
  origin.method = "abb";
  origin.candidates = {{2, -1, 0.25}, {4, -1, 0.5}, {8, -1, 0.245}, {16, -1, 0.005}};
  EXPECT_EQ(describe(origin),
            "Averaged over all binnings and 4 values of lambda, most of all 4 (50 %), 2 (25 %), 8 "
            "(24 %).");
}

TEST(Describe, NothingIsSaidWhereNothingWasAveraged) {
  const auto sample = testing::draw(testing::Shape::kStepped, 200);
  EXPECT_EQ(describe(fit_platt(observe(sample.scores, sample.labels)).origin()), "");
}

}  // namespace
}  // namespace calibrant
