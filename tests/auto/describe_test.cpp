#include <gtest/gtest.h>

#include "calibrant/abb.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "helpers/shapes.hpp"

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
  EXPECT_EQ(describe(origin),
            "An average of 6 models, weighted by how well they explain the labels: 70 % the scores "
            "as they are, 25 % Platt scaling of the log odds, 4 % beta calibration, 1 % others. "
            "Corrections in bins have 29 % of the weight.");
}

TEST(Describe, AutoNamesThreeBasesAtMost) {
  Origin origin;
  origin.method = "auto";
  origin.candidates = {part("platt", 0.5, 0.5), part("platt", 0.3, 1.5), part("abb", 0.2)};
  EXPECT_EQ(describe(origin),
            "An average of 3 models, weighted by how well they explain the labels: 80 % Platt "
            "scaling, 20 % the average over binnings (ABB). Corrections in bins have 80 % of the "
            "weight.");
  // With exact 0s and 1s or without: the scores as they are.
  origin.candidates = {part("temperature", 0.5), part("certain", 0.2), part("identity", 0.1),
                       part("beta", 0.1), part("platt", 0.1)};
  EXPECT_EQ(describe(origin),
            "An average of 5 models, weighted by how well they explain the labels: 50 % "
            "temperature scaling, 30 % the scores as they are, 10 % beta calibration, 10 % "
            "others.");
  origin.candidates = {part("constant", 1)};
  EXPECT_EQ(describe(origin), "One model: one rate for all scores.");
  origin.candidates = {part("beta", 0.6, 0.5), part("platt", 0.4, 0.5)};
  EXPECT_EQ(describe(origin),
            "An average of 2 models, weighted by how well they explain the labels: 60 % beta "
            "calibration, 40 % Platt scaling. All of them have corrections in bins.");
}

TEST(Describe, AutoSaysWhereItFalls) {
  Origin origin = {.method = "auto"};
  origin.candidates = {part("abb", 1)};
  const auto words = [&](std::vector<double> values) {
    return describe(Curve(Segments{{0.1, 0.2, 0.3, 0.45, 0.6}, std::move(values)}, {}, origin));
  };
  const std::string account = describe(origin);
  EXPECT_EQ(words({0.1, 0.2, 0.2, 0.4, 0.5}), account);
  // The second fall begins at the first one's top.
  EXPECT_EQ(words({0.1, 0.4, 0.3, 0.35, 0.25}),
            account +
                " The labels speak against the order of the scores: from 0.2 to 0.6 the "
                "probability falls by 0.150.");
  EXPECT_EQ(words({0.5, 0.4, 0.9, 0.7, 0.95}),
            account +
                " The labels speak against the order of the scores: from 0.3 to 0.45 the "
                "probability falls by 0.200.");
  // Scores that four digits cannot tell apart have all of theirs.
  EXPECT_EQ(
      describe(Curve(Segments{{0, 1 - 0x1p-40, 1}, {0.1, 0.7, 0.4}}, {}, origin)),
      account +
          " The labels speak against the order of the scores: from 0.9999999999990905 to 1 the "
          "probability falls by 0.300.");
  origin.method = "abb";
  EXPECT_EQ(words({0.5, 0.4, 0.9, 0.7, 0.95}), describe(origin));
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
