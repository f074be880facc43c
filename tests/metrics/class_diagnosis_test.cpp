// What is said of several classes is right, and hardly ever said of probabilities that are right.
#include "calibrant/class_diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "helpers/matrices.hpp"
#include "metrics/measures.hpp"
#include "metrics/poisson_binomial.hpp"

namespace calibrant {
namespace {

using metrics::LabelGroup;
using testing::Matrix;
using testing::Random;

/// All outcomes of all rows, one by one: the chance that `extreme` holds for the drawn labels.
template <class Extreme>
double by_outcomes(const std::vector<LabelGroup>& groups, const Extreme& extreme) {
  std::vector<double> p;
  for (const auto& [one, n] : groups) p.insert(p.end(), static_cast<std::size_t>(n), one);
  double sum = 0;
  for (std::size_t outcome = 0; outcome < (std::size_t{1} << p.size()); ++outcome) {
    double chance = 1;
    for (std::size_t i = 0; i < p.size(); ++i)
      chance *= ((outcome >> i) & 1U) != 0U ? p[i] : 1 - p[i];
    if (extreme(p, outcome)) sum += chance;
  }
  return sum;
}

std::vector<LabelGroup> draw_groups(Random& random, std::size_t rows) {
  std::vector<LabelGroup> groups;
  for (std::size_t left = rows; left > 0;) {
    const std::size_t n = std::min<std::size_t>(left, 1 + random.below(3));
    const double u = random.uniform();
    groups.push_back({std::clamp(u * u, 0.001, 0.999), static_cast<double>(n)});
    left -= n;
  }
  return groups;
}

TEST(TotalChance, IsTheSumOverAllOutcomes) {
  Random random(1);
  for (int run = 0; run < 40; ++run) {
    const auto groups = draw_groups(random, 2 + random.below(10));
    const double gap = 3 * random.uniform();
    const double expected = by_outcomes(groups, [&](const auto& p, std::size_t outcome) {
      const auto count = static_cast<double>(std::popcount(outcome));
      return std::abs(count - std::accumulate(p.begin(), p.end(), 0.0)) >= gap;
    });
    EXPECT_NEAR(metrics::total_chance(groups, gap).value(), expected, 1e-12) << "run " << run;
  }
  EXPECT_EQ(metrics::total_chance({{0.3, 4}}, 0), 1);
  EXPECT_NEAR(metrics::total_chance({{0.3, 4}}, 100).value(), 0, 1e-15);
  EXPECT_FALSE(metrics::total_chance({{0.3, 4.5}}, 1).has_value());
  EXPECT_FALSE(metrics::total_chance({{0.5, 1e6}}, 1).has_value());
}

TEST(ClassDiagnosis, ComparesCountsWithSumsOfProbabilities) {
  const Matrix matrix = testing::draw_matrix(300, 4, 2.5);
  std::vector<double> weights;
  for (std::size_t i = 0; i < 300; ++i) weights.push_back(static_cast<double>(i % 3));
  const ClassDiagnosis found =
      diagnose(observe_predictions(matrix.scores, matrix.labels, 4, weights));
  std::vector<double> expected(16);
  std::vector<double> observed(16);
  std::vector<double> class_expected(4);
  std::vector<double> class_observed(4);
  for (std::size_t i = 0; i < 300; ++i) {
    const double* row = matrix.scores.data() + 4 * i;
    const auto top = static_cast<std::size_t>(std::max_element(row, row + 4) - row);
    for (std::size_t k = 0; k < 4; ++k) {
      expected[4 * top + k] += weights[i] * row[k];
      class_expected[k] += weights[i] * row[k];
    }
    observed[4 * top + matrix.labels[i]] += weights[i];
    class_observed[matrix.labels[i]] += weights[i];
  }
  for (std::size_t pair = 0; pair < 16; ++pair) {
    EXPECT_NEAR(found.expected[pair], expected[pair], 1e-9);
    EXPECT_EQ(found.observed[pair], observed[pair]);
  }
  EXPECT_EQ(found.pairs, 12U);
  for (const Confusion& one : found.confusions) {
    EXPECT_NE(one.predicted, one.own);
    EXPECT_EQ(one.observed, observed[4 * one.predicted + one.own]);
    EXPECT_NEAR(one.expected, expected[4 * one.predicted + one.own], 1e-9);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(found.classes[k].expected, class_expected[k], 1e-9);
    EXPECT_EQ(found.classes[k].observed, class_observed[k]);
    EXPECT_EQ(found.classes[k].spread(), "too extreme");
  }
  EXPECT_FALSE(found.fine());
  EXPECT_TRUE(std::ranges::is_sorted(found.confusions, {}, &Confusion::p));
}

/// The probabilities of the first class times `factor`, and the rest of the row less.
Matrix shifted(Matrix matrix, double factor) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    double* row = matrix.scores.data() + matrix.classes * i;
    const double first = factor * row[0] / (1 + (factor - 1) * row[0]);
    for (std::size_t k = 1; k < matrix.classes; ++k) row[k] *= (1 - first) / (1 - row[0]);
    row[0] = first;
  }
  return matrix;
}

TEST(ClassDiagnosis, SaysWhichClassIsTooHighOrTooLow) {
  const Matrix right = testing::draw_matrix(4000, 5, 1);
  const auto of = [](const Matrix& matrix) {
    return diagnose(observe_predictions(matrix.scores, matrix.labels, 5));
  };
  EXPECT_EQ(of(shifted(right, 1.6)).classes[0].total(), "too high");
  EXPECT_EQ(of(shifted(right, 0.6)).classes[0].total(), "too low");
  EXPECT_EQ(of(testing::draw_matrix(4000, 5, 0.5)).classes[2].spread(), "too timid");
}

TEST(ClassDiagnosis, WhatIsImpossibleAndHappensIsOff) {
  std::vector<double> rows;
  std::vector<int> labels;
  for (int i = 0; i < 60; ++i) {
    rows.insert(rows.end(), {0.6, 0.4, 0});
    labels.push_back(i == 0 ? 2 : i % 5 < 3 ? 0 : 1);
  }
  const ClassDiagnosis found = diagnose(observe_predictions(rows, labels, 3));
  ASSERT_FALSE(found.confusions.empty());
  EXPECT_EQ(found.confusions[0].predicted, 0U);
  EXPECT_EQ(found.confusions[0].own, 2U);
  EXPECT_EQ(found.confusions[0].p, 0);
  EXPECT_EQ(found.pairs, 2U);  // no row has another largest probability
}

TEST(ClassDiagnosis, NoOrderOfRowsAndNoThreadsChangeABitAndWeightsAreCopies) {
  const Matrix matrix = testing::draw_matrix(200, 3, 1.4);
  Matrix turned = {.classes = 3, .scores = {}, .labels = {}};
  Matrix twice = turned;
  for (std::size_t i = 200; i-- > 0;) {
    for (int copy = 0; copy < 2; ++copy) {
      Matrix& to = copy == 0 ? turned : twice;
      for (int k = 0; k <= copy; ++k) {
        const auto row = std::span(matrix.scores).subspan(3 * i, 3);
        to.scores.insert(to.scores.end(), row.begin(), row.end());
        to.labels.push_back(matrix.labels[i]);
      }
    }
  }
  const auto told = [](const ClassDiagnosis& found) {
    std::vector<double> numbers = {found.p, found.top.p};
    for (const auto& one : found.classes)
      numbers.insert(numbers.end(), {one.total_p, *one.spread_p});
    for (const auto& one : found.confusions) numbers.insert(numbers.end(), {one.expected, one.p});
    return numbers;
  };
  const auto of = [&](const Matrix& rows, std::span<const double> weights, unsigned threads) {
    return told(
        diagnose(observe_predictions(rows.scores, rows.labels, 3, weights), {.threads = threads}));
  };
  EXPECT_EQ(of(matrix, {}, 1), of(turned, {}, 3));
  EXPECT_EQ(of(matrix, std::vector<double>(200, 2), 1), of(twice, {}, 1));
}

/// How many of so many tables of right probabilities are called off?
double alarms(std::size_t tables, std::size_t rows, std::size_t classes, std::uint64_t seed) {
  double alarms = 0;
  for (std::size_t table = 0; table < tables; ++table) {
    const Matrix matrix = testing::draw_matrix(rows, classes, 1, seed + table);
    const auto found = diagnose(observe_predictions(matrix.scores, matrix.labels, classes));
    if (!found.fine()) ++alarms;
  }
  return alarms / static_cast<double>(tables);
}

TEST(ClassDiagnosis, RaisesFewFalseAlarms) {
  struct Setting {
    std::size_t tables;
    std::size_t rows;
    std::size_t classes;
  };
  for (const auto& [tables, rows, classes] :
       {Setting{300, 200, 3}, Setting{300, 300, 10}, Setting{40, 400, 50}}) {
    const double share = alarms(tables, rows, classes, 1000 * classes);
    const double error = std::sqrt(0.05 * 0.95 / static_cast<double>(tables));
    EXPECT_LE(share, 0.05 + 3 * error) << classes << " classes";
  }
}

}  // namespace
}  // namespace calibrant
