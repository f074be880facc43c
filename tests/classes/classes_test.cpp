#include "calibrant/classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "calibrant/auto.hpp"
#include "calibrant/observations.hpp"
#include "calibrant/simplify.hpp"
#include "helpers/class_data.hpp"
#include "helpers/message.hpp"
#include "helpers/targets.hpp"

namespace calibrant {
namespace {

using testing::ClassData;
using testing::divergence;
using testing::draw_classes;
using testing::message_of;

double plain(std::size_t /*k*/, double z) { return z; }
double sharpened(std::size_t /*k*/, double z) { return 2.5 * z; }
double shifted(std::size_t k, double z) { return z * 0.6 + static_cast<double>(k % 3) - 1; }

std::vector<double> calibrated(const ClassModel& model, const std::vector<double>& scores) {
  std::vector<double> p(scores.size());
  apply(model, scores, p);
  return p;
}

std::vector<double> fit_and_apply(const ClassData& data, const ClassOptions& options = {},
                                  const std::vector<double>& weights = {}) {
  return calibrated(fit_classes(data.scores, data.labels, data.classes, weights, options),
                    data.scores);
}

std::size_t top_of(const std::vector<double>& p, std::size_t row, std::size_t classes) {
  const auto first = p.begin() + static_cast<std::ptrdiff_t>(row * classes);
  return static_cast<std::size_t>(
      std::max_element(first, first + static_cast<std::ptrdiff_t>(classes)) - first);
}

TEST(Classes, AutoIsNearTheTruthOfEachDistortion) {
  for (const auto distort : {plain, sharpened, shifted}) {
    const ClassData data = draw_classes(5, 1500, 3, distort);
    const ClassData fresh = draw_classes(5, 3000, 4, distort);
    const ClassModel model = fit_classes(data.scores, data.labels, 5);
    const double found = divergence(fresh, calibrated(model, fresh.scores));
    EXPECT_LT(found, 0.006);
    EXPECT_LT(found, divergence(fresh, fresh.scores) + 0.002);
  }
}

TEST(Classes, CalibratedScoresAreLeftAlone) {
  const ClassData data = draw_classes(6, 400, 5, plain);
  const ClassData fresh = draw_classes(6, 3000, 6, plain);
  const ClassModel model = fit_classes(data.scores, data.labels, 6);
  EXPECT_LT(divergence(fresh, calibrated(model, fresh.scores)), 1e-3 + 6.0 / 400);
}

TEST(Classes, OrderOfRowsAndThreadsChangeNoBit) {
  const ClassData data = draw_classes(4, 300, 7, shifted);
  const ClassModel model =
      fit_classes(data.scores, data.labels, 4, {}, {.execution = {.threads = 1}});
  ClassData turned = data;
  for (std::size_t i = 0; i < 300; ++i) {
    const std::size_t from = i * 7 % 300 + 0;
    turned.labels[i] = data.labels[(from + 11) % 300];
    std::copy_n(&data.scores[(from + 11) % 300 * 4], 4, &turned.scores[i * 4]);
  }
  const ClassModel other =
      fit_classes(turned.scores, turned.labels, 4, {}, {.execution = {.threads = 3}});
  const std::vector<double> p = calibrated(model, data.scores);
  const std::vector<double> q = calibrated(other, data.scores);
  EXPECT_EQ(std::memcmp(p.data(), q.data(), p.size() * sizeof(double)), 0);
}

// So many rows that apply() starts threads, and more than whole blocks.
TEST(Classes, ProbabilitiesHaveTheSameBitsOnEveryTargetWithAnyThreads) {
  const ClassData data = draw_classes(4, 300, 7, shifted);
  const ClassModel model = fit_classes(data.scores, data.labels, 4);
  const std::vector<double> scores = draw_classes(4, 60'003, 8, shifted).scores;
  std::vector<double> first;
  testing::for_each_target([&] {
    for (const unsigned threads : {1U, 3U}) {
      std::vector<double> p(scores.size());
      apply(model, scores, p, {.threads = threads});
      if (first.empty()) first = p;
      EXPECT_EQ(std::memcmp(first.data(), p.data(), p.size() * sizeof(double)), 0) << threads;
    }
  });
}

// Votes of ten trees: many equal rows, exact zeros, and ties for the most likely class.
TEST(Classes, OrderOfRowsChangesNoBitOfVotes) {
  ClassData data = draw_classes(3, 400, 17, plain);
  for (std::size_t i = 0; i < 400; ++i) {
    double* row = &data.scores[i * 3];
    row[0] = std::round(10 * row[0]) / 10;
    row[1] = std::min(std::round(10 * row[1]) / 10, 1 - row[0]);
    row[2] = 1 - row[0] - row[1];
  }
  ClassData turned = data;
  std::reverse(turned.labels.begin(), turned.labels.end());
  for (std::size_t i = 0; i < 400; ++i) {
    std::copy_n(&data.scores[i * 3], 3, &turned.scores[(399 - i) * 3]);
  }
  for (const ClassMethod method : {ClassMethod::kAuto, ClassMethod::kTemperature,
                                   ClassMethod::kVector, ClassMethod::kMatrix}) {
    const ClassOptions options = {.method = method};
    const std::vector<double> p =
        calibrated(fit_classes(data.scores, data.labels, 3, {}, options), data.scores);
    const std::vector<double> q =
        calibrated(fit_classes(turned.scores, turned.labels, 3, {}, options), data.scores);
    EXPECT_EQ(std::memcmp(p.data(), q.data(), p.size() * sizeof(double)), 0);
  }
}

// Folds with equal shares of each class would make intercepts look better than they are.
TEST(Classes, ManyCalibratedClassesAreLeftAlone) {
  const ClassData data = draw_classes(50, 1000, 18, plain);
  const ClassData fresh = draw_classes(50, 2000, 19, plain);
  const ClassModel model = fit_classes(data.scores, data.labels, 50, {}, {.every_class = false});
  EXPECT_LT(divergence(fresh, calibrated(model, fresh.scores)), 0.01);
}

TEST(Classes, OrderOfClassesIsTheOrderOfColumns) {
  const ClassData data = draw_classes(4, 300, 8, shifted);
  constexpr std::array<std::size_t, 4> kPlace = {2, 0, 3, 1};  // where a class goes
  ClassData turned = data;
  for (std::size_t i = 0; i < 300; ++i) {
    turned.labels[i] = static_cast<std::uint32_t>(kPlace[data.labels[i]]);
    for (std::size_t k = 0; k < 4; ++k) turned.scores[i * 4 + kPlace[k]] = data.scores[i * 4 + k];
  }
  const std::vector<double> p = fit_and_apply(data);
  const std::vector<double> q = fit_and_apply(turned);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(p[i * 4 + k], q[i * 4 + kPlace[k]], 1e-6);
    }
  }
}

TEST(Classes, WeightsAreFrequencies) {
  ClassData data = draw_classes(3, 120, 9, sharpened);
  std::vector<double> weights(120, 1);
  ClassData copies = data;
  for (std::size_t i = 0; i < 120; i += 3) {
    weights[i] = 3;
    for (int copy = 0; copy < 2; ++copy) {
      copies.scores.insert(copies.scores.end(), &data.scores[i * 3], &data.scores[i * 3] + 3);
      copies.labels.push_back(data.labels[i]);
    }
  }
  const ClassModel weighted = fit_classes(data.scores, data.labels, 3, weights);
  const ClassModel copied = fit_classes(copies.scores, copies.labels, 3);
  EXPECT_EQ(calibrated(weighted, data.scores), calibrated(copied, data.scores));
  // Rows of weight 0 are not there.
  data.scores.insert(data.scores.end(), {1, 0, 0});
  data.labels.push_back(2);
  weights.push_back(0);
  EXPECT_EQ(calibrated(fit_classes(data.scores, data.labels, 3, weights), data.scores),
            calibrated(weighted, data.scores));
}

TEST(Classes, TwoClassesAreTheBinaryAuto) {
  const ClassData data = draw_classes(2, 300, 10, sharpened);
  std::vector<double> second;
  std::vector<int> labels;
  for (std::size_t i = 0; i < 300; ++i) {
    second.push_back(data.scores[2 * i + 1] / (data.scores[2 * i] + data.scores[2 * i + 1]));
    labels.push_back(static_cast<int>(data.labels[i]));
  }
  const Curve curve = thin(fit_auto(observe(second, labels)));
  const std::vector<double> p = fit_and_apply(data);
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(p[2 * i + 1], curve(second[i]));
    EXPECT_EQ(p[2 * i], 1 - curve(second[i]));
  }
}

// Not for scores that are sharper: of probabilities beyond 1 - 1e-16 and their logits plus 3 one
// has digits that the other has lost, and rows that look equal are dealt into folds in another
// order.
TEST(Classes, LogitsAreRecognisedAndMeanTheirSoftmax) {
  ClassData data = draw_classes(4, 300, 11, shifted);
  const std::vector<double> from_probabilities = fit_and_apply(data);
  EXPECT_EQ(recognise_class_input(data.scores, 4), ClassInput::kProbabilities);
  for (double& score : data.scores) score = std::log(score) + 3;
  EXPECT_EQ(recognise_class_input(data.scores, 4), ClassInput::kLogits);
  const std::vector<double> from_logits = fit_and_apply(data);
  for (std::size_t i = 0; i < from_logits.size(); ++i) {
    EXPECT_NEAR(from_logits[i], from_probabilities[i], 1e-9);
  }
}

TEST(Classes, KeepTopNeverChangesTheMostLikelyClass) {
  const ClassData data = draw_classes(4, 300, 12, shifted);
  const ClassModel free = fit_classes(data.scores, data.labels, 4);
  const ClassModel held = fit_classes(data.scores, data.labels, 4, {}, {.keep_top = true});
  const std::vector<double> p = calibrated(free, data.scores);
  const std::vector<double> q = calibrated(held, data.scores);
  double changed = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    changed += top_of(p, i, 4) != top_of(data.scores, i, 4) ? 1 : 0;
    EXPECT_EQ(top_of(q, i, 4), top_of(data.scores, i, 4));
  }
  EXPECT_GT(changed, 0);
  EXPECT_EQ(free.origin().changed, changed);
  EXPECT_EQ(held.origin().changed, 0);
}

TEST(Classes, RowsAddUpToOneForHardScores) {
  // Exact zeros and ones, tiny numbers, a class with one row, one that is never predicted, and
  // fewer rows than classes.
  const std::vector<double> scores = {1,      0,      0,     0,   0,   //
                                      0,      1,      0,     0,   0,   //
                                      1e-300, 1,      0,     0,   0,   //
                                      0.5,    0.5,    0,     0,   0,   //
                                      0,      0.1,    0.9,   0,   0,   //
                                      0.2,    0.2,    0.2,   0.4, 0,   //
                                      1,      1e-300, 1e-17, 0,   0};  //
  const std::vector<std::uint32_t> labels = {0, 1, 1, 3, 2, 4, 0};
  for (const ClassMethod method : {ClassMethod::kAuto, ClassMethod::kTemperature,
                                   ClassMethod::kVector, ClassMethod::kMatrix}) {
    const ClassModel model = fit_classes(scores, labels, 5, {}, {.method = method});
    const std::vector<double> p = calibrated(model, scores);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_GE(p[i * 5 + k], 0);
        sum += p[i * 5 + k];
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
  const ClassModel few =
      fit_classes(std::vector<double>(9, 1.0 / 3), std::vector<std::uint32_t>{0, 1, 2}, 3);
  EXPECT_NEAR(calibrated(few, {1.0 / 3, 1.0 / 3, 1.0 / 3})[1], 1.0 / 3, 1e-9);
}

// Which of several largest probabilities comes first does not matter.
TEST(Classes, TiesForTheTopLabelAreTreatedAlike) {
  const ClassModel model(4, ClassInput::kProbabilities,
                         {{1, TopLabelPart{Curve(Segments{{0, 1}, {0.25, 0.75}})}}});
  const std::vector<double> p = calibrated(model, {0.4, 0.4, 0.15, 0.05, 0.6, 0.2, 0.2, 0});
  // Each of the two is the top label in half of the cases; the other one then has 0.4 of 0.6.
  const double top = 0.25 + 0.5 * 0.4;
  EXPECT_NEAR(p[0], (top + (1 - top) * 0.4 / 0.6) / 2, 1e-12);
  EXPECT_EQ(p[0], p[1]);
  EXPECT_NEAR(p[2], (1 - top) * 0.15 / 0.6, 1e-12);
  EXPECT_NEAR(p[0] + p[1] + p[2] + p[3], 1, 1e-12);
  EXPECT_NEAR(p[4], 0.25 + 0.5 * 0.6, 1e-12);
  EXPECT_NEAR(p[5], (1 - p[4]) / 2, 1e-12);
  // The smallest number there is beside certainty.
  const std::vector<double> sure = calibrated(model, {5e-324, 1, 0, 0});
  EXPECT_EQ(sure, (std::vector<double>{0.25, 0.75, 0, 0}));
}

TEST(Classes, PowerAndMixingAreReadAsDefined) {
  const std::vector<double> row = {0.7, 0.25, 0.05, 0};
  const ClassModel model(4, ClassInput::kProbabilities,
                         {{1, SoftmaxPart{0.01, {2}, {0.5, 0, 0, 0}, 0.5}}});
  const std::vector<double> p = calibrated(model, row);
  double sum = 0;
  for (const double value : row) sum += std::sqrt(value);
  std::vector<double> expected;
  double total = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const double mixed = 0.99 * std::sqrt(row[k]) / sum + 0.01 / 4;
    expected.push_back(mixed * mixed * std::exp(k == 0 ? 0.5 : 0));
    total += expected.back();
  }
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(p[k], expected[k] / total, 1e-12);
}

TEST(Classes, ARowThatIsNotFiniteIsNaN) {
  const ClassData data = draw_classes(3, 100, 13, plain);
  const ClassModel model = fit_classes(data.scores, data.labels, 3);
  std::vector<double> rows = {0.2, 0.3, 0.5, 0.2, std::nan(""), 0.5, 0.2, 0.3, 0.5};
  std::vector<double> p(9);
  apply(model, rows, p);
  EXPECT_EQ(p[0], p[6]);
  for (std::size_t k = 3; k < 6; ++k) EXPECT_TRUE(std::isnan(p[k]));
  apply(model, rows, rows);  // in place
  EXPECT_EQ(rows[8], p[8]);
  EXPECT_EQ(message_of([&] { apply(model, std::vector<double>(4), rows); }),
            "probabilities: has 9 elements (scores has 4)");
}

TEST(Classes, BadInputNamesRowAndClass) {
  const std::vector<double> scores = {0.2, 0.3, 0.5, 0.6, 0.2, 0.2, 0.1, 0.8, 0.1};
  const std::vector<std::uint32_t> labels = {0, 1, 2};
  const auto with = [&](std::size_t place, double value, ClassInput input) {
    std::vector<double> changed = scores;
    changed[place] = value;
    return message_of([&] { fit_classes(changed, labels, 3, {}, {.input = input}); });
  };
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(with(4, std::nan(""), ClassInput::kLogits),
            "scores[1]: column 1: nan is not a finite number");
  EXPECT_EQ(with(5, kInfinite, ClassInput::kProbabilities),
            "scores[1]: column 2: inf is not a finite number");
  EXPECT_EQ(with(5, 1.5, ClassInput::kProbabilities),
            "scores[1]: column 2: 1.5 is not a probability (0 to 1)");
  EXPECT_EQ(with(8, 0.4, ClassInput::kProbabilities),
            "scores[2]: the row adds up to 1.3 (1 was expected)");
  EXPECT_EQ(message_of([&] {
              fit_classes(scores, std::vector<std::uint32_t>{0, 2, 2}, 3);
            }),
            "labels: no row has class 1 (each class needs one at least)");
  EXPECT_EQ(message_of([&] {
              fit_classes(scores, std::vector<std::uint32_t>{0, 1, 3}, 3);
            }),
            "labels[2]: 3 is not a class (0 to 2)");
}

TEST(Classes, ModelsThatCannotBeAreRefused) {
  const auto made = [](std::vector<ClassPart> parts) {
    return message_of([&] { ClassModel(3, ClassInput::kProbabilities, std::move(parts)); });
  };
  EXPECT_EQ(made({}), "parts: have weights that add up to 0");
  EXPECT_EQ(made({{0.5, SoftmaxPart{0, {1}, {}}}}), "parts: have weights that add up to 0.5");
  EXPECT_EQ(made({{1, SoftmaxPart{0, {1, 1}, {}}}}),
            "parts[0]: has slopes for another number of classes");
  EXPECT_EQ(made({{1, SoftmaxPart{0, {1}, {1}}}}),
            "parts[0]: has intercepts for another number of classes");
  EXPECT_EQ(made({{1, SoftmaxPart{0, {std::nan("")}, {}}}}), "parts[0]: has a number beyond 1e100");
  EXPECT_EQ(made({{1, SoftmaxPart{1, {1}, {}}}}), "parts[0]: has a mixing that is not in [0, 1)");
  EXPECT_EQ(made({{1, SoftmaxPart{0.1, {1}, {}, 0}}}),
            "parts[0]: has a power that is not positive");
  EXPECT_EQ(made({{1, OneVsRestPart{}}}), "parts[0]: has not one curve per class");
}

TEST(Classes, TheAccountSaysWhatWasAveraged) {
  const ClassData data = draw_classes(4, 500, 14, shifted);
  const ClassModel model = fit_classes(data.scores, data.labels, 4);
  double sum = 0;
  for (const ClassCandidate& candidate : model.origin().candidates) sum += candidate.weight;
  EXPECT_NEAR(sum, 1, 1e-9);
  const std::string words = describe(model.origin());
  EXPECT_EQ(words.rfind("Averaged: ", 0), 0U) << words;
  EXPECT_NE(words.find(" % vector scaling"), std::string::npos) << words;
  EXPECT_NE(words.find("The most likely class changes for "), std::string::npos) << words;
}

}  // namespace
}  // namespace calibrant
