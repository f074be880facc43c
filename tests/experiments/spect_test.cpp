// The naive Bayes row of the paper's SPECT table, from the library's parts: calibrated on the 80
// training scores, measured on the 187 test rows.
#include <gtest/gtest.h>

#include "calibrant/calibrant.hpp"
#include "support/spect.hpp"

namespace calibrant {
namespace {

class SpectNaiveBayes : public ::testing::Test {
 protected:
  void SetUp() override {
    spect_ = testing::spect_naive_bayes();
    if (!spect_ || testing::published("spect", "Naive Bayes", "raw").empty()) {
      GTEST_SKIP() << "the SPECT data are not beside this source tree";
    }
  }

  Observations training() const { return observe(spect_->train_scores, spect_->train_labels); }

  void expect_printed(const char* method, const std::vector<double>& probabilities,
                      double tolerance) const {
    const auto printed = testing::published("spect", "Naive Bayes", method);
    ASSERT_EQ(printed.size(), 5U) << method;
    const PaperMeasures m = paper_measures(probabilities, spect_->test_labels);
    ASSERT_TRUE(m.auc);
    EXPECT_NEAR(*m.auc, printed.at("AUC"), tolerance);
    EXPECT_NEAR(m.accuracy, printed.at("Acc"), tolerance);
    EXPECT_NEAR(m.rmse, printed.at("RMSE"), tolerance);
    EXPECT_NEAR(m.mce, printed.at("MCE"), tolerance);
    EXPECT_NEAR(m.ece, printed.at("ECE"), tolerance);
  }

  std::vector<double> calibrated(const Curve& curve) const {
    // Named in full: with a vector, std::apply would be found as well.
    return calibrant::apply(curve, spect_->test_scores);
  }

  std::optional<testing::SpectScores> spect_;
};

constexpr double kAllDigits = 0.0005;

TEST_F(SpectNaiveBayes, Raw) { expect_printed("raw", spect_->test_scores, kAllDigits); }

TEST_F(SpectNaiveBayes, Platt) {
  expect_printed("Platt", calibrated(fit_platt(training())), kAllDigits);
}

TEST_F(SpectNaiveBayes, Isotonic) {
  expect_printed("IsoReg", calibrated(fit_isotonic(training())), kAllDigits);
}

// The paper does not state lambda; the printed row comes out over this whole range.
TEST_F(SpectNaiveBayes, Sbb) {
  for (const double lambda : {0.2, 0.5, 1.0}) {
    SCOPED_TRACE(lambda);
    const SbbOptions options = {.prior = {.scale = Scale::kRank, .lambda = lambda},
                                .smoothing = false};
    expect_printed("SBB", calibrated(fit_sbb(training(), options)), kAllDigits);
  }
}

// The paper's program kept tied rows apart, in the order of their labels; here they are one group.
TEST_F(SpectNaiveBayes, Abb) {
  const AbbOptions options = {.prior = {.scale = Scale::kRank, .lambda = 0.2},
                              .lookup = Lookup::kPrevious};
  expect_printed("ABB", calibrated(fit_abb(training(), options)), 0.005);
}

}  // namespace
}  // namespace calibrant
