#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "calibrant/metrics.hpp"
#include "helpers/spect.hpp"
#include "study/paper_errors.hpp"

namespace calibrant::experiments {
namespace {

// 12 rows: the first two groups take two rows each. The tie at 0.5 is torn apart: its negative row
// stands first, whatever the order of the input.
TEST(PaperErrors, TenGroupsOfRowsSortedByProbabilityAndLabel) {
  const std::vector<double> p = {0.5, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};
  const std::vector<int> y = {1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1};
  // Groups: (.1 .2 | 0 0), (.3 .4 | 1 0), (.5 | 0), (.5 | 1), (.6 | 1), (.7 | 1), (.8 | 0), ...
  const std::array<double, 10> gaps = {0.15, 0.15, 0.5, 0.5, 0.4, 0.3, 0.8, 0.1, 0.05, 0};
  double sum = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) sum += gaps.at(i) * (i < 2 ? 2 : 1) / 12;
  const PaperErrors m = paper_errors(observe(p, y));
  EXPECT_NEAR(m.mce, 0.8, 1e-15);
  EXPECT_NEAR(m.ece, std::sqrt(sum / 10), 1e-15);
}

TEST(PaperErrors, FewerThanTenRowsLeaveGroupsEmpty) {
  const PaperErrors m =
      paper_errors(observe(std::array{0.25, 0.5}, std::array<std::uint8_t, 2>{0, 0}));
  EXPECT_EQ(m.mce, 0.5);
  EXPECT_DOUBLE_EQ(m.ece, std::sqrt((0.25 + 0.5) / 2 / 10));
}

// All five figures of the raw naive Bayes row, to the three digits printed.
TEST(PaperErrors, SpectNaiveBayesRaw) {
  const calibrant::testing::SpectScores spect = calibrant::testing::spect_naive_bayes();
  const auto printed = calibrant::testing::published("spect", "Naive Bayes", "raw");
  ASSERT_EQ(spect.train_labels.size(), 80U);
  ASSERT_EQ(spect.test_labels.size(), 187U);
  const Observations seen = observe(spect.test_scores, spect.test_labels);
  const Scorecard card = evaluate(seen);
  const PaperErrors m = paper_errors(seen);
  EXPECT_NEAR(*card.auc, printed.at("AUC"), 0.0005);
  EXPECT_NEAR(card.accuracy, printed.at("Acc"), 0.0005);
  EXPECT_NEAR(card.rmse, printed.at("RMSE"), 0.0005);
  EXPECT_NEAR(m.mce, printed.at("MCE"), 0.0005);
  EXPECT_NEAR(m.ece, printed.at("ECE"), 0.0005);
}

}  // namespace
}  // namespace calibrant::experiments
