#include "calibrant/acp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"
#include "helpers/rows.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

using testing::rows;

TEST(Acp, BoundsAreInclusive) {
  const AcpModel model = fit_acp(rows({0.25, 0.5, 0.5, 0.75}, {0, 1, 1, 0}));
  EXPECT_EQ(model(0.5, 0.25, 0.75), 0.5);
  EXPECT_EQ(model(0.5, 0.26, 0.74), 1);
  // Only the width of the interval counts: it is moved to the prediction.
  EXPECT_EQ(model(0.5, 0, 0.5), 0.5);
  EXPECT_EQ(model(0.5, 0.5, 0.5), 1);
}

TEST(Acp, EmptyIntervalGivesThePredictionItself) {
  const AcpModel model = fit_acp(rows({0.25, 0.75}, {0, 1}));
  EXPECT_EQ(model(0.5, 0.4, 0.6), 0.5);
  EXPECT_EQ(model(0.1, 0.1, 0.1), 0.1);
}

TEST(Acp, IntervalsAreClippedAndMayBeWide) {
  const AcpModel model = fit_acp(rows({0, 0.5, 1}, {0, 1, 1}));
  EXPECT_EQ(model(0, -5, 5), 2.0 / 3);
  EXPECT_EQ(model(1, -1e308, 1e308), 2.0 / 3);
}

TEST(Acp, WeightsActAsFrequencies) {
  const AcpModel model = fit_acp(rows({0.1, 0.2, 0.9}, {0, 1, 1}, {3, 1, 100}));
  EXPECT_EQ(model(0.15, 0, 0.3), 0.25);
}

TEST(Acp, EqualsTheDefinition) {
  testing::Random random(2);
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 300; ++i) {
    scores.push_back(static_cast<double>(random.below(64)) / 64);
    labels.push_back(random.uniform() < 0.4 ? 1 : 0);
  }
  const AcpModel model = fit_acp(rows(scores, labels));
  for (int i = 0; i < 500; ++i) {
    const double p = static_cast<double>(random.below(129)) / 128;
    const double half = static_cast<double>(random.below(40)) / 128;
    double inside = 0;
    double positive = 0;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (scores[k] < p - half || scores[k] > p + half) continue;
      inside += 1;
      positive += labels[k];
    }
    ASSERT_EQ(model(p, 0.5 - half, 0.5 + half), inside > 0 ? positive / inside : p)
        << p << ' ' << half;
  }
}

TEST(Acp, BadInputIsNamed) {
  const AcpModel model = fit_acp(rows({0.25, 0.75}, {0, 1}));
  EXPECT_EQ(testing::message_of([&] { model(1.5, 0, 1); }),
            "probability: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(testing::message_of([&] { model(kInf - kInf, 0, 1); }).substr(0, 13), "probability: ");
  EXPECT_EQ(testing::message_of([&] { model(0.5, 0.7, 0.2); }), "lower: 0.7 is above upper (0.2)");
  EXPECT_EQ(testing::message_of([&] { model(0.5, -kInf, 0.2); }),
            "lower: -inf is not a finite number");
  EXPECT_EQ(testing::message_of([&] { model(0.5, 0.1, kInf); }),
            "upper: inf is not a finite number");
  EXPECT_EQ(testing::message_of([&] {
              fit_acp(rows({0.1, 0.2, 3}, {0, 1, 1}));
            }),
            "scores[2]: 3 is not a probability (0 to 1)");
}

}  // namespace
}  // namespace calibrant
