#include "calibrant/multiclass.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "calibrant/abb.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/multiclass_metrics.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::draw_matrix;
using ::testing::ElementsAre;
using testing::letters;
using testing::Matrix;
using testing::message_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Curve abb(const Observations& seen) { return fit_abb(seen); }
Curve isotonic(const Observations& seen) { return fit_isotonic(seen); }

MulticlassModel fit(const Matrix& matrix, const FitCurve& how,
                    const std::vector<double>& weights = {}) {
  return fit_multiclass(observe_multiclass(matrix.scores, matrix.labels, matrix.classes, weights),
                        letters(matrix.classes), how);
}

Curve constant(double value) { return Curve(Steps{{}, {value}}); }

TEST(Multiclass, EachCurveSeesItsClassAgainstTheRest) {
  const std::vector<double> scores = {0.7, 0.2, 0.1, 0.1, 0.8, 0.1, 0.3, 0.3, 0.4};
  const std::vector<int> labels = {0, 1, 0};
  const auto seen = observe_multiclass(scores, labels, 3);
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_THAT(seen[0].scores(), ElementsAre(0.1, 0.3, 0.7));
  EXPECT_THAT(seen[0].positives(), ElementsAre(0, 1, 1));
  EXPECT_THAT(seen[1].positives(), ElementsAre(0, 0, 1));
  EXPECT_THAT(seen[2].scores(), ElementsAre(0.1, 0.4));
  EXPECT_THAT(seen[2].negatives(), ElementsAre(2, 1));
  // A class without a row is legal.
  EXPECT_EQ(seen[2].positive_weight(), 0);
}

TEST(Multiclass, RowsAreDividedByTheirSum) {
  const MulticlassModel model({"a", "b", "c"}, {constant(0.25), constant(0.5), constant(0.5)});
  const std::vector<double> scores(6, 0.3);
  EXPECT_THAT(apply(model, scores), ElementsAre(0.2, 0.4, 0.4, 0.2, 0.4, 0.4));
}

TEST(Multiclass, ARowOfZerosIsEvenAndARowWithNanIsNan) {
  const Curve step(Steps{{0.5}, {0.0, 1.0}});
  const MulticlassModel model({"a", "b", "c", "d"}, {step, step, step, step});
  const std::vector<double> scores = {0.1, 0.2, 0.3, 0.4, 0.9, 0.1, 0.1, 0.1, kNan, 0.9, 0.1, 0.1};
  const auto p = apply(model, scores);
  EXPECT_THAT(std::vector(p.begin(), p.begin() + 8),
              ElementsAre(0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0));
  for (std::size_t i = 8; i < 12; ++i) EXPECT_TRUE(std::isnan(p[i])) << i;
}

TEST(Multiclass, EveryRowAddsUpToOneWhateverTheMethodAndTheBlock) {
  // More rows than fit one block, and not a multiple of it.
  const Matrix matrix = draw_matrix(1000, 5, 2);
  for (const FitCurve& how : {FitCurve(abb), FitCurve(isotonic)}) {
    const MulticlassModel model = fit(matrix, how);
    const auto p = apply(model, matrix.scores);
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      std::array<double, 5> expected = {};
      for (std::size_t k = 0; k < 5; ++k) {
        expected[k] = model.curves()[k](matrix.scores[5 * i + k]);
      }
      const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
      ASSERT_GT(sum, 0);
      double total = 0;
      for (std::size_t k = 0; k < 5; ++k) {
        ASSERT_EQ(p[5 * i + k], expected[k] / sum) << i << " " << k;
        total += p[5 * i + k];
      }
      ASSERT_NEAR(total, 1, 1e-15 * 5);
    }
  }
}

TEST(Multiclass, TheOutputMayBeTheScores) {
  Matrix matrix = draw_matrix(700, 3, 2);
  const MulticlassModel model = fit(matrix, abb);
  const auto expected = apply(model, matrix.scores);
  apply(model, matrix.scores, matrix.scores);
  EXPECT_EQ(matrix.scores, expected);
}

TEST(Multiclass, CalibratingAnOverconfidentClassifierHelps) {
  const Matrix train = draw_matrix(4000, 4, 2.5, 1);
  const Matrix test = draw_matrix(4000, 4, 2.5, 2);
  const auto before = evaluate(observe_predictions(test.scores, test.labels, 4));
  const auto p = apply(fit(train, abb), test.scores);
  const auto after = evaluate(observe_predictions(p, test.labels, 4));
  EXPECT_LT(after.log_loss, before.log_loss - 0.2);
  EXPECT_LT(after.brier, before.brier - 0.02);
  EXPECT_LT(after.top_label_ece, before.top_label_ece / 3);
  EXPECT_LT(after.class_wise_ece, before.class_wise_ece / 3);
}

TEST(Multiclass, TheOrderOfTheRowsChangesNoBit) {
  const Matrix matrix = draw_matrix(500, 3, 2);
  testing::Random random(7);
  std::vector<double> weights;
  for (std::size_t i = 0; i < matrix.rows(); ++i) weights.push_back(random.uniform());
  std::vector<std::size_t> order(matrix.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  Matrix other{.classes = 3, .scores = {}, .labels = {}};
  std::vector<double> other_weights;
  for (const std::size_t i : order) {
    for (std::size_t k = 0; k < 3; ++k) other.scores.push_back(matrix.scores[3 * i + k]);
    other.labels.push_back(matrix.labels[i]);
    other_weights.push_back(weights[i]);
  }
  const auto a = fit(matrix, abb, weights);
  const auto b = fit(other, abb, other_weights);
  EXPECT_EQ(apply(a, matrix.scores), apply(b, matrix.scores));
  const auto cards = {evaluate(observe_predictions(matrix.scores, matrix.labels, 3, weights)),
                      evaluate(observe_predictions(other.scores, other.labels, 3, other_weights))};
  EXPECT_EQ(cards.begin()[0].log_loss, cards.begin()[1].log_loss);
  EXPECT_EQ(cards.begin()[0].brier, cards.begin()[1].brier);
  EXPECT_EQ(cards.begin()[0].top_label_ece, cards.begin()[1].top_label_ece);
  EXPECT_EQ(cards.begin()[0].class_wise_ece, cards.begin()[1].class_wise_ece);
}

TEST(Multiclass, TheOrderOfTheClassesOnlyOrdersTheColumns) {
  const Matrix matrix = draw_matrix(400, 4, 2);
  const std::array<std::size_t, 4> column = {2, 0, 3, 1};  // where class k goes
  Matrix other{.classes = 4, .scores = std::vector<double>(matrix.scores.size()), .labels = {}};
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) other.scores[4 * i + column[k]] = matrix.scores[4 * i + k];
    other.labels.push_back(static_cast<std::uint32_t>(column[matrix.labels[i]]));
  }
  const auto p = apply(fit(matrix, abb), matrix.scores);
  const auto q = apply(fit(other, abb), other.scores);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      // The sum is taken in another order.
      ASSERT_NEAR(p[4 * i + k], q[4 * i + column[k]], 1e-15);
    }
  }
}

TEST(Multiclass, WeightsAreRepeats) {
  const Matrix matrix = draw_matrix(300, 3, 2);
  Matrix repeated{.classes = 3, .scores = {}, .labels = {}};
  std::vector<double> weights;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    weights.push_back(static_cast<double>(i % 3));
    for (std::size_t copy = 0; copy < i % 3; ++copy) {
      for (std::size_t k = 0; k < 3; ++k) repeated.scores.push_back(matrix.scores[3 * i + k]);
      repeated.labels.push_back(matrix.labels[i]);
    }
  }
  EXPECT_EQ(apply(fit(matrix, abb, weights), matrix.scores),
            apply(fit(repeated, abb), matrix.scores));
  const auto a = evaluate(observe_predictions(matrix.scores, matrix.labels, 3, weights));
  const auto b = evaluate(observe_predictions(repeated.scores, repeated.labels, 3));
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_EQ(a.accuracy, b.accuracy);
  EXPECT_EQ(a.log_loss, b.log_loss);
  EXPECT_EQ(a.brier, b.brier);
  EXPECT_EQ(a.class_wise_ece, b.class_wise_ece);
}

// With p and 1 - p in the columns, each method that treats the classes alike gives curves that
// mirror each other: the sum is 1 already, and the second column is the curve for two classes.
TEST(Multiclass, TwoClassesAreTheCurve) {
  testing::Random random(3);
  Matrix matrix{.classes = 2, .scores = {}, .labels = {}};
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 600; ++i) {
    const double p = (1 + static_cast<double>(random.below(4095))) / 4096;  // 1 - p is exact
    scores.push_back(p);
    labels.push_back(random.uniform() < p * p ? 1 : 0);
    matrix.scores.push_back(1 - p);
    matrix.scores.push_back(p);
    matrix.labels.push_back(static_cast<std::uint32_t>(labels.back()));
  }
  const auto seen = observe(scores, labels);
  const std::vector<std::pair<FitCurve, double>> methods = {
      {abb, 1e-9},
      {[](const Observations& s) { return fit_sbb(s); }, 1e-12},
      {[](const Observations& s) { return fit_platt(s); }, 1e-8},
      {[](const Observations& s) { return fit_platt(s, {.input = Sigmoid::Input::kLogit}); },
       1e-8}};
  for (const auto& [how, tolerance] : methods) {
    const Curve curve = how(seen);
    SCOPED_TRACE(curve.origin().method);
    const auto p = apply(fit(matrix, how), matrix.scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      ASSERT_NEAR(p[2 * i + 1], curve(scores[i]), tolerance);
    }
  }
}

TEST(Multiclass, ErrorsNameTheRowAndTheColumn) {
  const std::vector<int> labels = {0, 2};
  const auto observed = [](const std::vector<double>& scores, const std::vector<int>& with,
                           std::size_t classes, const std::vector<double>& weights = {}) {
    return message_of<InputError>([&] { observe_multiclass(scores, with, classes, weights); });
  };
  EXPECT_EQ(observed({1, 2, 3, 4, kNan, 6}, labels, 3),
            "scores[1]: column 1: nan is not a finite number");
  EXPECT_EQ(observed({1, 2, 3, 4, 5}, labels, 3),
            "scores: has 5 elements (2 rows of 3 classes need 6)");
  EXPECT_EQ(observed({1, 2, 3, 4, 5, 6, 7, 8, 9}, labels, 3),
            "scores: has 9 elements (2 rows of 3 classes need 6)");
  EXPECT_EQ(observed({}, {}, 3), "scores: is empty (nothing observed)");
  EXPECT_EQ(observed({1, 2}, labels, 1), "classes: 1 is fewer than two");
  EXPECT_EQ(observed({1, 2, 3, 4}, labels, 2), "labels[1]: 2 is not a class (0 to 1)");
  EXPECT_EQ(observed({1, 2, 3, 4}, {0, -1}, 2), "labels[1]: -1 is not a class (0 to 1)");
  EXPECT_EQ(observed({1, 2, 3, 4}, {0, 1}, 2, {1}), "weights: has 1 elements (labels has 2)");
  EXPECT_EQ(observed({1, 2, 3, 4}, {0, 1}, 2, {1, -1}), "weights[1]: -1 is negative");
  EXPECT_EQ(observed({1, 2, 3, 4}, {0, 1}, 2, {0, 0}), "weights: are all zero (nothing observed)");

  const Curve curve = constant(0.5);
  const auto made = [&](const std::vector<std::string>& names, std::size_t curves) {
    return message_of<InputError>(
        [&] { MulticlassModel(names, std::vector<Curve>(curves, curve)); });
  };
  EXPECT_EQ(made({"a"}, 1), "names: has 1 elements (two classes or more are needed)");
  EXPECT_EQ(made({"a", ""}, 2), "names[1]: is empty");
  EXPECT_EQ(made({"a", "b", "a"}, 3), "names[2]: 'a' is there twice");
  EXPECT_EQ(made({"a", "\xFF"}, 2), "names[1]: is not UTF-8");
  EXPECT_EQ(made({"a", "b"}, 3), "curves: has 3 elements (names has 2)");

  const MulticlassModel model({"a", "b"}, {curve, curve});
  std::vector<double> out(4);
  EXPECT_EQ(message_of<InputError>([&] { apply(model, std::vector<double>(3), out); }),
            "probabilities: has 4 elements (scores has 3)");
  EXPECT_EQ(message_of<InputError>([&] { apply(model, std::vector<double>(3)); }),
            "scores: has 3 elements (not a multiple of the 2 classes)");

  // A fit that cannot use the scores says of which class.
  const auto seen = observe_multiclass(std::vector<double>{0.5, 7, 0.25, 1}, std::vector{0, 1}, 2);
  EXPECT_EQ(message_of<InputError>([&] {
              fit_multiclass(seen, {"a", "b"}, [](const Observations& s) {
                return fit_platt(s, {.input = Sigmoid::Input::kLogit});
              });
            }),
            "class 'b': scores[1]: 7 is not a probability (0 to 1)");
  EXPECT_EQ(message_of<InputError>([&] {
              fit_multiclass(seen, {"a", "b", "c"}, abb);
            }),
            "seen: has 2 elements (names has 3)");
}

}  // namespace
}  // namespace calibrant
