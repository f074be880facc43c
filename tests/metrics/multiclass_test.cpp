#include "calibrant/multiclass_metrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "calibrant/measures.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::draw_matrix;
using testing::Matrix;
using testing::message_of;

// Straight from the definitions, row by row.
struct Plain {
  double log_loss = 0;
  double brier = 0;
  double accuracy = 0;
  double top_label_ece = 0;
  double class_wise_ece = 0;
};

class Bins {
 public:
  void add(double p, bool hit) {
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(p * 10));
    gap_.at(bin) += p - (hit ? 1 : 0);
    ++rows_;
  }
  double ece() const {
    double sum = 0;
    for (const double gap : gap_) sum += std::abs(gap);
    return sum / rows_;
  }

 private:
  std::array<double, 10> gap_ = {};
  double rows_ = 0;
};

Plain plain(const Matrix& matrix) {
  Plain result;
  Bins top;
  std::vector<Bins> classes(matrix.classes);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const double* row = &matrix.scores[i * matrix.classes];
    std::size_t best = 0;
    for (std::size_t k = 0; k < matrix.classes; ++k) {
      if (row[k] > row[best]) best = k;
      const bool own = matrix.labels[i] == k;
      result.brier += (row[k] - (own ? 1 : 0)) * (row[k] - (own ? 1 : 0));
      classes[k].add(row[k], own);
    }
    top.add(row[best], best == matrix.labels[i]);
    result.accuracy += best == matrix.labels[i] ? 1 : 0;
    result.log_loss -= std::log(row[matrix.labels[i]]);
  }
  const auto rows = static_cast<double>(matrix.rows());
  result.log_loss /= rows;
  result.brier /= rows;
  result.accuracy /= rows;
  result.top_label_ece = top.ece();
  for (const Bins& bins : classes) {
    result.class_wise_ece += bins.ece() / static_cast<double>(matrix.classes);
  }
  return result;
}

TEST(MulticlassMetrics, AreTheirDefinitions) {
  for (const std::size_t classes : {2U, 3U, 7U}) {
    const Matrix matrix = draw_matrix(500, classes, 1.7, classes);
    const Plain expected = plain(matrix);
    const auto card = evaluate(observe_predictions(matrix.scores, matrix.labels, classes));
    EXPECT_EQ(card.weight, 500);
    EXPECT_NEAR(card.log_loss, expected.log_loss, 1e-12);
    EXPECT_NEAR(card.brier, expected.brier, 1e-12);
    EXPECT_NEAR(card.accuracy, expected.accuracy, 1e-12);
    EXPECT_NEAR(card.top_label_ece, expected.top_label_ece, 1e-12);
    EXPECT_NEAR(card.class_wise_ece, expected.class_wise_ece, 1e-12);
    ASSERT_EQ(card.classes.size(), classes);
  }
}

TEST(MulticlassMetrics, TwoClassesAreTheScorecard) {
  testing::Random random(5);
  std::vector<double> p;
  std::vector<int> labels;
  std::vector<double> matrix;
  for (int i = 0; i < 300; ++i) {
    p.push_back((1 + static_cast<double>(random.below(1022))) / 1024);
    labels.push_back(random.uniform() < p.back() ? 1 : 0);
    matrix.insert(matrix.end(), {1 - p.back(), p.back()});
  }
  const Scorecard two = evaluate(p, labels);
  const auto card = evaluate(observe_predictions(matrix, labels, 2));
  EXPECT_NEAR(card.log_loss, two.log_loss, 1e-14);
  EXPECT_NEAR(card.brier, 2 * two.brier, 1e-14);
  EXPECT_EQ(card.classes[1].brier, two.brier);
  EXPECT_EQ(card.classes[1].ece, two.ece);
}

TEST(MulticlassMetrics, TheFirstOfEqualProbabilitiesIsTheTop) {
  const std::vector<double> even(6, 1.0 / 3);
  EXPECT_EQ(evaluate(observe_predictions(even, std::vector{0, 1}, 3)).accuracy, 0.5);
}

TEST(MulticlassMetrics, ACertainMistakeCostsAsForTwoClasses) {
  const std::vector<double> wrong = {1, 0, 0};
  const auto card = evaluate(observe_predictions(wrong, std::vector{2}, 3));
  EXPECT_NEAR(card.log_loss, 53 * std::log(2), 1e-12);
  EXPECT_EQ(card.brier, 2);
  EXPECT_EQ(card.accuracy, 0);
  EXPECT_EQ(card.top_label_ece, 1);
}

TEST(MulticlassMetrics, ThreadsChangeNoBit) {
  const Matrix matrix = draw_matrix(400, 6, 2);
  const auto seen = observe_predictions(matrix.scores, matrix.labels, 6);
  const auto one = evaluate(seen, {.execution = {.threads = 1}});
  const auto four = evaluate(seen, {.execution = {.threads = 4}});
  EXPECT_EQ(one.brier, four.brier);
  EXPECT_EQ(one.class_wise_ece, four.class_wise_ece);
}

TEST(MulticlassMetrics, ErrorsNameTheRow) {
  const auto refused = [](const std::vector<double>& probabilities, const std::vector<int>& labels,
                          std::size_t classes) {
    return message_of<InputError>([&] { observe_predictions(probabilities, labels, classes); });
  };
  EXPECT_EQ(refused({0.5, 0.5, 0, 0.25, 1.5, 0}, {0, 1}, 3),
            "probabilities[1]: column 1: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(refused({0.5, 0.5, 0, 0.25, 0.25, 0.2}, {0, 1}, 3),
            "probabilities[1]: the row adds up to 0.7 (1 was expected)");
  EXPECT_EQ(refused({0.5, 0.5, 0}, {3}, 3), "labels[0]: 3 is not a class (0 to 2)");
  EXPECT_EQ(refused({0.5, 0.5, 0, 0}, {1}, 3),
            "probabilities: has 4 elements (1 rows of 3 classes need 3)");
  // Rounded probabilities are probabilities.
  const std::vector<double> rounded = {0.33, 0.33, 0.33};
  EXPECT_NEAR(evaluate(observe_predictions(rounded, std::vector{1}, 3)).log_loss, -std::log(0.33),
              1e-12);
  const auto seen = observe_predictions(rounded, std::vector{1}, 3);
  EXPECT_EQ(message_of<OptionError>([&] { evaluate(seen, {.bins = 0}); }),
            "bins: 0 is not a positive number");
}

/// Rows drawn with replacement, one by one.
Matrix drawn_again(const Matrix& matrix, testing::Random& random) {
  Matrix result{.classes = matrix.classes, .scores = {}, .labels = {}};
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const std::size_t row = random.below(matrix.rows());
    const auto begin = matrix.scores.begin() + static_cast<std::ptrdiff_t>(row * matrix.classes);
    result.scores.insert(result.scores.end(), begin,
                         begin + static_cast<std::ptrdiff_t>(matrix.classes));
    result.labels.push_back(matrix.labels[row]);
  }
  return result;
}

TEST(MulticlassBootstrap, AgreesWithAPlainBootstrap) {
  const Matrix matrix = draw_matrix(400, 4, 1.7, 11);
  const auto found = bootstrap(observe_predictions(matrix.scores, matrix.labels, 4));
  constexpr std::size_t kRepeats = 1000;
  testing::Random random(3);
  std::vector<MulticlassScorecard> cards;
  for (std::size_t r = 0; r < kRepeats; ++r) {
    const Matrix again = drawn_again(matrix, random);
    cards.push_back(
        evaluate(observe_predictions(again.scores, again.labels, 4), {.exact_p = false}));
  }
  for (const MulticlassMeasure& measure : multiclass_measures()) {
    SCOPED_TRACE(measure.name);
    if (!measure.value(cards[0])) continue;  // assess() measures it
    std::vector<double> values;
    double mean = 0;
    for (const auto& card : cards) {
      values.push_back(measure.value(card).value());
      mean += values.back() / kRepeats;
    }
    double variance = 0;
    for (const double value : values) variance += (value - mean) * (value - mean) / (kRepeats - 1);
    const double deviation = std::sqrt(variance);
    std::ranges::sort(values);
    const MeasureInterval interval = (found.*measure.interval).value();
    if (measure.name == "class_wise_ece") {
      // As wide as if the classes were off together: at most sqrt(4) times what it would be.
      EXPECT_GT(interval.standard_error, deviation);
      EXPECT_LT(interval.standard_error, 2.2 * deviation);
      EXPECT_GT(interval.upper, values[974] - 0.35 * deviation);
      continue;
    }
    EXPECT_NEAR(interval.standard_error / deviation, 1, 0.1);
    EXPECT_NEAR((interval.upper - values[974]) / deviation, 0, 0.35);
    if (measure.kind == IntervalKind::kQuantiles) {
      EXPECT_NEAR((interval.lower - values[24]) / deviation, 0, 0.35);
    }
  }
}

// Of 40 samples; Binomial(40, 0.95) is below 33 with a chance of 0.0005.
TEST(MulticlassBootstrap, CoversTheTruth) {
  for (const double sharpness : {1.0, 2.0}) {
    const Matrix population = draw_matrix(50'000, 3, sharpness, 99);
    const auto truth = evaluate(observe_predictions(population.scores, population.labels, 3));
    std::vector<int> covered(multiclass_measures().size());
    for (std::uint64_t sample = 0; sample < 40; ++sample) {
      const Matrix matrix = draw_matrix(300, 3, sharpness, 1000 + sample);
      const auto found =
          bootstrap(observe_predictions(matrix.scores, matrix.labels, 3), {.repeats = 200});
      for (std::size_t m = 0; m < covered.size(); ++m) {
        const MulticlassMeasure& measure = multiclass_measures()[m];
        if (!measure.value(truth)) {  // assess() measures it
          ++covered[m];
          continue;
        }
        const double wanted = measure.value(truth).value();
        const MeasureInterval interval = (found.*measure.interval).value();
        covered[m] += interval.lower <= wanted && wanted <= interval.upper ? 1 : 0;
      }
    }
    for (std::size_t m = 0; m < covered.size(); ++m) {
      EXPECT_GE(covered[m], 33) << multiclass_measures()[m].name << " of sharpness " << sharpness;
    }
  }
}

TEST(MulticlassBootstrap, OrderOfRowsThreadsAndCopiesChangeNoBit) {
  const Matrix matrix = draw_matrix(200, 3, 1.5, 7);
  const std::vector<double> weights(matrix.rows(), 2);
  Matrix turned{.classes = 3, .scores = {}, .labels = {}};
  for (std::size_t i = matrix.rows(); i-- > 0;) {
    const auto begin = matrix.scores.begin() + static_cast<std::ptrdiff_t>(3 * i);
    for (int copy = 0; copy < 2; ++copy) {
      turned.scores.insert(turned.scores.end(), begin, begin + 3);
      turned.labels.push_back(matrix.labels[i]);
    }
  }
  const auto one = bootstrap(observe_predictions(matrix.scores, matrix.labels, 3, weights),
                             {.repeats = 50, .execution = {.threads = 1}});
  const auto other = bootstrap(observe_predictions(turned.scores, turned.labels, 3),
                               {.repeats = 50, .execution = {.threads = 3}});
  EXPECT_EQ(one, other);
  EXPECT_EQ(message_of([&] {
              bootstrap(observe_predictions(matrix.scores, matrix.labels, 3), {.repeats = 0});
            }),
            "repeats: 0 is not a positive number");
}

}  // namespace
}  // namespace calibrant
