#include <gtest/gtest.h>

#include <limits>

#include "calibrant/error.hpp"
#include "calibrant/metrics.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using P = std::vector<double>;
using Y = std::vector<int>;
using Bytes = std::vector<std::uint8_t>;

// Every function that takes rows sees the same checks.
TEST(MetricsErrors, BadRowsNameArgumentAndIndex) {
  const auto calls = {
      +[](const P& p, const Y& y, const P& w) { evaluate(p, y, w); },
      +[](const P& p, const Y& y, const P& w) { evaluate(p, Bytes(y.begin(), y.end()), w); },
      +[](const P& p, const Y& y, const P& w) { reliability(p, y, w); },
      +[](const P& p, const Y& y, const P& w) { reliability(p, Bytes(y.begin(), y.end()), w); },
      +[](const P& p, const Y& y, const P& w) { net_benefit(p, y, 0.5, w); },
      +[](const P& p, const Y& y, const P& w) {
        net_benefit(p, Bytes(y.begin(), y.end()), 0.5, w);
      },
  };
  for (const auto& call : calls) {
    const auto says = [&](const P& p, const Y& y, const P& w = {}) {
      return testing::message_of([&] { call(p, y, w); });
    };
    EXPECT_EQ(says({0.5, 1.5}, {0, 1}), "probabilities[1]: 1.5 is not a probability (0 to 1)");
    EXPECT_EQ(says({-0.25, 0.5}, {0, 1}), "probabilities[0]: -0.25 is not a probability (0 to 1)");
    EXPECT_EQ(says({0.5, 1, kNan}, {0, 1, 1}),
              "probabilities[2]: nan is not a probability (0 to 1)");
    EXPECT_EQ(says({0.5, 1}, {0, 2}), "labels[1]: 2 is not a label (0 or 1)");
    EXPECT_EQ(says({0.5, 1}, {0}), "labels: has 1 elements (probabilities has 2)");
    EXPECT_EQ(says({}, {}), "probabilities: is empty (nothing observed)");
    EXPECT_EQ(says({0.5, 1}, {0, 1}, {1}), "weights: has 1 elements (probabilities has 2)");
    EXPECT_EQ(says({0.5, 1}, {0, 1}, {1, -3}), "weights[1]: -3 is negative");
    EXPECT_EQ(says({0.5, 1}, {0, 1}, {kNan, 1}), "weights[0]: nan is not a finite number");
    EXPECT_EQ(says({0.5, 1}, {0, 1}, {0, 0}), "weights: are all zero (nothing observed)");
    EXPECT_EQ(says({-0.0, 1}, {0, 1}), "nothing was thrown");
  }
}

TEST(MetricsErrors, ScoresThatAreNoProbabilitiesNameTheGroup) {
  const Observations high = observe(P{3, 0.5, 1, 2, 0.5}, Y{0, 1, 1, 0, 1});
  const Observations low = observe(P{0.5, -2}, Y{0, 1});
  for (const auto& measure : {
           +[](const Observations& seen) { evaluate(seen); },
           +[](const Observations& seen) { accuracy(seen); },
           +[](const Observations& seen) { brier_score(seen); },
           +[](const Observations& seen) { log_loss(seen); },
           +[](const Observations& seen) { split_brier(seen); },
           +[](const Observations& seen) { reliability(seen); },
           +[](const Observations& seen) { calibration_error(seen); },
           +[](const Observations& seen) { spiegelhalter_test(seen); },
           +[](const Observations& seen) { calibration_slope(seen); },
           +[](const Observations& seen) { calibration_intercept(seen); },
           +[](const Observations& seen) { observed_expected(seen); },
           +[](const Observations& seen) { calibration_distance(seen); },
           +[](const Observations& seen) { net_benefit(seen, 0.5); },
       }) {
    EXPECT_EQ(testing::message_of([&] { measure(high); }),
              "predictions[2]: 2 is not a probability (0 to 1)");
    EXPECT_EQ(testing::message_of([&] { measure(low); }),
              "predictions[0]: -2 is not a probability (0 to 1)");
  }
  EXPECT_EQ(auc(high), 0.0);  // needs no probabilities
}

TEST(MetricsErrors, BadOptionsAreNamed) {
  const P p = {0.5};
  const Y y = {1};
  EXPECT_EQ(testing::message_of([&] { evaluate(p, y, {}, {.bins = 0}); }),
            "bins: 0 is not a positive number");
  EXPECT_EQ(testing::message_of([&] { reliability(p, y, {}, {.bins = 0}); }),
            "bins: 0 is not a positive number");
  EXPECT_EQ(testing::message_of([&] { net_benefit(p, y, 1); }),
            "threshold: 1 is not a probability below 1");
  EXPECT_EQ(testing::message_of([&] { net_benefit(p, y, -0.5); }),
            "threshold: -0.5 is not a probability below 1");
  EXPECT_EQ(testing::message_of([&] { net_benefit(p, y, kNan); }),
            "threshold: nan is not a probability below 1");
}

}  // namespace
}  // namespace calibrant
