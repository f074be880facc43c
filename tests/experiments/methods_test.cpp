// The paper's variants of methods: each against a slow version of its definition.
#include "methods/method.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "calibrant/abb.hpp"
#include "calibrant/error.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"
#include "methods/abb_max.hpp"
#include "methods/paper_acp.hpp"
#include "methods/paper_histogram.hpp"
#include "methods/paper_rows.hpp"

namespace calibrant::experiments {
namespace {

// Score(l, u) and the best binning of a range, by visiting all of them.
class Brute {
 public:
  Brute(const Observations& seen, double lambda) : seen_(seen), lambda_(lambda) {}

  double score(std::size_t begin, std::size_t end) const {
    double a = 0;
    double b = 0;
    double log_score = begin == 0 ? 0 : std::log(boundary(begin));
    for (std::size_t k = begin; k < end; ++k) {
      a += seen_.negatives()[k];
      b += seen_.positives()[k];
      if (k > begin) log_score += std::log(1 - boundary(k));
    }
    return log_score + std::lgamma(a + 1) + std::lgamma(b + 1) - std::lgamma(a + b + 2);
  }

  double best(std::size_t begin, std::size_t end) const {
    if (begin == end) return 0;
    double result = -INFINITY;
    for (std::size_t middle = begin + 1; middle <= end; ++middle) {
      result = std::max(result, score(begin, middle) + best(middle, end));
    }
    return result;
  }

  double average(std::size_t k) const {
    double weight = 0;
    double sum = 0;
    for (std::size_t begin = 0; begin <= k; ++begin) {
      for (std::size_t end = k + 1; end <= seen_.groups(); ++end) {
        const double w = std::exp(best(0, begin) + score(begin, end) + best(end, seen_.groups()));
        double a = 0;
        double b = 0;
        for (std::size_t i = begin; i < end; ++i) {
          a += seen_.negatives()[i];
          b += seen_.positives()[i];
        }
        weight += w;
        sum += w * (b + 1) / (a + b + 2);
      }
    }
    return sum / weight;
  }

 private:
  // Before group k, on the scale of ranks.
  double boundary(std::size_t k) const {
    const auto n = [&](std::size_t i) { return seen_.negatives()[i] + seen_.positives()[i]; };
    return 1 - std::exp(-lambda_ * (n(k - 1) + n(k)) / 2 / seen_.weight());
  }

  const Observations& seen_;
  double lambda_;
};

TEST(AbbMax, IsThePapersProseByEnumeration) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto sample = testing::draw(testing::Shape::kStepped, 9, seed);
    const Observations seen = observe(sample.scores, sample.labels);
    for (const double lambda : {0.2, 3.0}) {
      const Curve curve = fit_abb_max(seen, lambda);
      const Brute brute(seen, lambda);
      for (std::size_t k = 0; k < seen.groups(); ++k) {
        EXPECT_NEAR(curve(seen.scores()[k]), brute.average(k), 1e-12);
      }
    }
  }
}

TEST(PaperRows, WithoutTiesIsTheLibrarysLookupPrevious) {
  const auto sample = testing::draw(testing::Shape::kSharp, 60, 4);
  const AbbOptions options = {.prior = {.lambda = 0.5}, .lookup = Lookup::kPrevious};
  const Curve library = fit_abb(observe(sample.scores, sample.labels), options);
  const Curve rows = fit_over_rows(sample.scores, sample.labels, [&](const Observations& seen) {
    return fit_abb(seen, {.prior = {.lambda = 0.5}});
  });
  for (double x = -0.1; x < 1.1; x += 0.003) EXPECT_NEAR(rows(x), library(x), 1e-12) << x;
}

TEST(PaperRows, AScoreTakesTheValueOfItsLastRow) {
  const std::vector<double> scores = {0.2, 0.2, 0.7};
  const std::vector<std::uint8_t> labels = {1, 0, 1};
  const Curve curve = fit_over_rows(scores, labels, [](const Observations& seen) {
    return Curve(Segments{.knots = {0, 1, 2}, .values = {0.1, 0.5 + seen.positives()[1] / 4, 0.9}});
  });
  EXPECT_DOUBLE_EQ(curve(0.2), 0.75);  // label 1 sorts last among the tied rows
  EXPECT_DOUBLE_EQ(curve(0.0), 0.75);
  EXPECT_DOUBLE_EQ(curve(0.69), 0.75);
  EXPECT_DOUBLE_EQ(curve(0.7), 0.9);
}

TEST(PaperHistogram, SmoothsByScoresAndMiddles) {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  for (int i = 0; i < 20; ++i) {
    scores.push_back((i + 0.5) / 20);
    labels.push_back(i % 2 == 1 ? 1 : 0);
  }
  const Curve curve = fit_paper_histogram(scores, labels);
  // The first bin: rows .025 and .075 (positive), borders 0 and .1.
  const double p0 = (0.075 + 0.05) / 2;
  EXPECT_DOUBLE_EQ(curve(0.05), (1 + p0) / 3);
  const double next = (0.175 + 0.15) / 2;
  EXPECT_DOUBLE_EQ(curve(0.1), (1 + next) / 3);  // equal to the border: goes up
}

TEST(PaperHistogram, ABinGoesOnThroughTies) {
  const std::vector<double> scores(30, 0.5);
  std::vector<std::uint8_t> labels(30, 0);
  for (std::size_t i = 0; i < 10; ++i) labels[i] = 1;
  const Curve curve = fit_paper_histogram(scores, labels);
  EXPECT_DOUBLE_EQ(curve(0.5), (10 + (5 + 0.5) / 11) / 31);
}

TEST(PaperAcp, IsTheFractionInsideTheInterval) {
  const Labelled calibration = {.scores = {.values = {0.1, 0.2, 0.3, 0.8}}, .labels = {0, 1, 1, 0}};
  const Scores test = {
      .values = {0.2, 0.5, 0.8}, .lower = {0.1, 0.4, 0.25}, .upper = {0.3, 0.6, 0.9}};
  EXPECT_EQ(calibrate_by_paper_acp(calibration, test), (std::vector<double>{2.0 / 3, 0.5, 0.5}));
  EXPECT_EQ(calibrate_by_narrow_acp(calibration, test), (std::vector<double>{1, 0.5, 0}));
}

TEST(Methods, NamesAreThoseOfTheTables) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.published) names.push_back(method.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"raw", "ACP", "IsoReg", "Platt", "Hist", "SBB", "ABB"}));
  EXPECT_EQ(testing::message_of<Error>([] { method_named("BBQ"); }), "'BBQ' is no method");
}

}  // namespace
}  // namespace calibrant::experiments
