#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibrant/prevalence.hpp"
#include "helpers/message.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;

Curve curve_at(double prevalence) {
  return Curve(Sigmoid{.input = Sigmoid::Input::kLogit}, {},
               {.method = "right", .weight = 100, .prevalence = prevalence});
}

MulticlassModel classes_at(const std::vector<double>& frequencies) {
  std::vector<Curve> curves;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    curves.push_back(curve_at(frequencies[k]));
    names.push_back(fmt::format("c{}", k));
  }
  return {names, curves};
}

// The algorithm of Saerens and others, word for word, on rows of any number of classes.
std::vector<double> slow_em(const std::vector<double>& rows, const std::vector<double>& fitted) {
  const std::size_t classes = fitted.size();
  std::vector<double> q = fitted;
  for (int round = 0; round < 20000; ++round) {
    std::vector<double> next(classes);
    for (std::size_t i = 0; i < rows.size(); i += classes) {
      double sum = 0;
      for (std::size_t k = 0; k < classes; ++k) sum += q[k] / fitted[k] * rows[i + k];
      for (std::size_t k = 0; k < classes; ++k) {
        next[k] += q[k] / fitted[k] * rows[i + k] / sum;
      }
    }
    for (double& one : next) one *= static_cast<double>(classes) / static_cast<double>(rows.size());
    q = next;
  }
  return q;
}

// Normal scores of two classes, one apart, with this share of positives: the probabilities of a
// model that is right where `fitted` of the rows are positive.
std::vector<double> two_normals(double share, double fitted, std::size_t rows,
                                RandomStream& random) {
  std::vector<double> p;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = random.normal() + (random.uniform() < share ? 0.75 : -0.75);
    p.push_back(logistic(logit(fitted) + 1.5 * x));
  }
  return p;
}

TEST(EstimatePrevalence, EqualsSlowEm) {
  RandomStream random(1);
  const std::vector<double> p = two_normals(0.6, 0.2, 300, random);
  std::vector<double> rows;
  for (const double one : p) rows.insert(rows.end(), {1 - one, one});
  const auto estimate = estimate_prevalence(curve_at(0.2), p);
  EXPECT_NEAR(estimate.frequencies[0], slow_em(rows, {0.8, 0.2})[1], 1e-9);
  EXPECT_EQ(estimate.fitted, std::vector{0.2});
}

TEST(EstimatePrevalence, EqualsSlowEmForSeveralClasses) {
  RandomStream random(2);
  const std::vector<double> fitted = {0.5, 0.3, 0.15, 0.05};
  for (const std::vector<double>& share :
       {std::vector{0.1, 0.2, 0.3, 0.4}, std::vector{0.6, 0.4, 0.0, 0.0}}) {
    std::vector<double> rows;
    for (int i = 0; i < 400; ++i) {
      double left = random.uniform();
      std::size_t own = 0;
      while (own < 3 && left >= share[own]) left -= share[own++];
      double sum = 0;
      std::vector<double> row(4);
      for (std::size_t k = 0; k < 4; ++k) {
        row[k] = fitted[k] * std::exp(1.2 * random.normal() + (k == own ? 1.5 : 0.0));
        sum += row[k];
      }
      for (const double one : row) rows.push_back(one / sum);
    }
    const auto estimate = estimate_prevalence(classes_at(fitted), rows);
    std::vector<double> slow = slow_em(rows, fitted);
    double sum = 0;  // nothing is below half a row
    for (double& one : slow) sum += one = std::max(one, 0.5 / 400);
    for (double& one : slow) one /= sum;
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(estimate.frequencies[k], slow[k], 1e-6);
    // The order of rows changes no bit.
    std::vector<double> turned;
    for (std::size_t i = rows.size(); i > 0; i -= 4) {
      turned.insert(turned.end(), rows.begin() + static_cast<std::ptrdiff_t>(i - 4),
                    rows.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const auto other = estimate_prevalence(classes_at(fitted), turned);
    EXPECT_EQ(other.frequencies, estimate.frequencies);
    EXPECT_EQ(other.errors, estimate.errors);
  }
}

// Scores that tell all: the estimate is the share of positives, with the error of a share.
TEST(EstimatePrevalence, CertainScoresAreCounted) {
  std::vector<double> p(1000, 0);
  std::fill_n(p.begin(), 300, 1);
  p.push_back(std::nan(""));  // left out
  const auto estimate = estimate_prevalence(curve_at(0.2), p);
  EXPECT_NEAR(estimate.frequencies[0], 0.3, 1e-9);
  EXPECT_NEAR(estimate.errors[0], std::sqrt(0.3 * 0.7 / 1000), 1e-9);
  EXPECT_TRUE(estimate.clear());
  // Two distinct scores. Positives have the larger one with chance 2/3, negatives with chance 1/4:
  // the ratios of the chances are those of 0.4 / 0.2 to 0.6 / 0.8, and of 0.1 / 0.2 to 0.9 / 0.8.
  std::vector<double> two(700, 0.1);
  two.resize(1000, 0.4);
  const auto coin = estimate_prevalence(curve_at(0.2), two);
  constexpr double kApart = 2.0 / 3 - 0.25;
  EXPECT_NEAR(coin.frequencies[0], (0.3 - 0.25) / kApart, 1e-9);
  EXPECT_NEAR(coin.errors[0], std::sqrt(0.3 * 0.7 / 1000) / kApart, 1e-9);
}

TEST(EstimatePrevalence, ErrorsCoverTheTruth) {
  double covered = 0;
  constexpr int kDraws = 400;
  for (int d = 0; d < kDraws; ++d) {
    RandomStream random(static_cast<std::uint64_t>(d), 3);
    const auto estimate = estimate_prevalence(curve_at(0.2), two_normals(0.35, 0.2, 500, random));
    covered += std::abs(estimate.frequencies[0] - 0.35) < 1.96 * estimate.errors[0] ? 1 : 0;
  }
  EXPECT_NEAR(covered / kDraws, 0.95, 0.033);  // three standard errors
}

TEST(EstimatePrevalence, SaysWhenNothingCanBeTold) {
  const auto same = estimate_prevalence(curve_at(0.2), std::vector<double>(50, 0.2));
  EXPECT_FALSE(same.clear());
  RandomStream random(5);
  EXPECT_FALSE(estimate_prevalence(curve_at(0.2), two_normals(0.2, 0.2, 20, random)).clear());
  EXPECT_TRUE(estimate_prevalence(curve_at(0.2), two_normals(0.5, 0.2, 2000, random)).clear());
  using testing::message_of;
  EXPECT_THAT(message_of<InputError>([] { estimate_prevalence(curve_at(0.2), {}); }),
              HasSubstr("probabilities: has no row to count"));
  EXPECT_THAT(
      message_of<InputError>([] { estimate_prevalence(curve_at(1), std::vector<double>{0.5}); }),
      HasSubstr("cannot be re-weighed"));
  EXPECT_THAT(message_of<InputError>([] {
                estimate_prevalence(classes_at({0.5, 0.25, 0.25}), std::vector<double>{0.5});
              }),
              HasSubstr("no rows of 3"));
}

}  // namespace
}  // namespace calibrant
