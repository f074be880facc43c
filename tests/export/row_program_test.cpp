// The steps of a model of several classes, carried out one by one, are apply(). What prints them
// is executed by tests/export/check_class_exports.py.
#include "export/row_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "calibrant/method.hpp"
#include "helpers/class_data.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

double value_of(const Plan& plan, double x) {
  const std::vector<double>& values = plan.outputs[0].values;
  if (plan.kind == Plan::Kind::kSigmoid) return Curve(plan.sigmoid)(x);
  if (plan.kind == Plan::Kind::kSteps) return Curve(Steps{plan.places, values})(x);
  return Curve(Segments{plan.places, values})(x);
}

double combined(RowOperation operation, double a, double b) {
  switch (operation) {
    case RowOperation::kAdd:
      return a + b;
    case RowOperation::kSubtract:
      return a - b;
    case RowOperation::kMultiply:
      return a * b;
    case RowOperation::kDivide:
      return a / b;
    case RowOperation::kLarger:
      return std::max(a, b);
    case RowOperation::kSmaller:
      return std::min(a, b);
    default:
      ADD_FAILURE();
      return 0;
  }
}

// Of one row: every step has a number for each class, whether it needs them or not.
std::vector<double> carried_out(const RowProgram& program, const std::vector<double>& scores) {
  const std::size_t classes = program.classes.size();
  std::vector<std::vector<double>> done;
  for (const RowStep& step : program.steps) {
    std::vector<double> own(classes);
    const auto in = [&](std::size_t i) -> const std::vector<double>& {
      return done[step.inputs[i]];
    };
    for (std::size_t k = 0; k < classes; ++k) {
      switch (step.operation) {
        case RowOperation::kScores:
          own[k] = scores[step.wide ? k : 0];
          break;
        case RowOperation::kNumbers:
          own[k] = step.numbers[step.wide ? k : 0];
          break;
        case RowOperation::kExp:
          own[k] = std::exp(in(0)[k]);
          break;
        case RowOperation::kLog:
          own[k] = std::log(in(0)[k]);
          break;
        case RowOperation::kSum:
          own[k] = std::accumulate(in(0).begin(), in(0).end(), 0.0);
          break;
        case RowOperation::kLargest:
          own[k] = *std::max_element(in(0).begin(), in(0).end());
          break;
        case RowOperation::kMatrix:
          own[k] =
              std::inner_product(in(0).begin(), in(0).end(), &step.numbers[k * classes], in(1)[k]);
          break;
        case RowOperation::kCurves:
          own[k] = value_of(step.curves[step.wide ? k : 0], in(0)[k]);
          break;
        case RowOperation::kIfEqual:
          own[k] = in(0)[k] == in(1)[k] ? in(2)[k] : in(3)[k];
          break;
        case RowOperation::kIfAbove:
          own[k] = in(0)[k] > in(1)[k] ? in(2)[k] : in(3)[k];
          break;
        default:
          own[k] = combined(step.operation, in(0)[k], in(1)[k]);
      }
    }
    done.push_back(own);
  }
  return done.back();
}

const std::vector<std::string> kNames = {"a", "b", "c"};

void expect_applied(const MulticlassModel& model, const std::vector<double>& scores,
                    const ExportOptions& options = {}) {
  const RowProgram program = make_row_program(model, options);
  const std::size_t classes = model.classes();
  const std::vector<double> right = apply(model, scores);
  for (std::size_t first = 0; first < scores.size(); first += classes) {
    const std::vector<double> row(&scores[first], &scores[first] + classes);
    const std::vector<double> got = carried_out(program, row);
    for (std::size_t k = 0; k < classes; ++k) {
      if (std::isnan(right[first + k])) {
        EXPECT_TRUE(std::isnan(got[k]));
      } else {
        EXPECT_NEAR(got[k], right[first + k], 1e-12) << "row " << first / classes;
      }
    }
  }
}

const std::vector<double> kHardRows = {1,
                                       0,
                                       0,
                                       0.5,
                                       0.5,
                                       0,
                                       0.25,
                                       0.5,
                                       0.25,
                                       0,
                                       0,
                                       0,
                                       -1,
                                       0.5,
                                       0.5,
                                       1e200,
                                       1,
                                       0,
                                       1,
                                       1e-310,
                                       1e-320,
                                       std::numeric_limits<double>::quiet_NaN(),
                                       0.5,
                                       0.5,
                                       std::numeric_limits<double>::infinity(),
                                       0,
                                       0,
                                       0,
                                       -744,
                                       -800,
                                       0,
                                       -746,
                                       -800};

TEST(RowProgram, StepsOfEveryMethodAreApply) {
  const auto data = testing::draw_classes(3, 300, 1, [](std::size_t, double z) { return 2 * z; });
  std::vector<double> logits = data.scores;
  for (double& score : logits) score = 3 * std::log(score) + 1;
  for (const std::string_view method : {"auto", "temperature", "vector", "matrix", "isotonic"}) {
    SCOPED_TRACE(method);
    for (const auto& scores : {data.scores, logits}) {
      const MulticlassModel model = fit_multiclass(method, scores, data.labels, kNames);
      expect_applied(model, scores);
      expect_applied(model, kHardRows);
    }
  }
}

TEST(RowProgram, PartsThatNoFitMakesAreApply) {
  const Curve line(Segments{{0.1, 0.4, 0.9}, {0, 0.5, 1}});
  const Curve steps(Steps{{0.25, 0.5}, {0, 0.5, 1}});
  for (const ClassInput input : {ClassInput::kProbabilities, ClassInput::kLogits}) {
    expect_applied(MulticlassModel(kNames, ClassModel(3, input,
                                                      {{0.25, TopLabelPart{line}},
                                                       {0.25, OneVsRestPart{{line, steps, line}}},
                                                       {0.25, SoftmaxPart{0.5, {0, 2, -1}, {}, 1}},
                                                       {0.25, SoftmaxPart{0, {0.0}, {9, -9, 0}}}})),
                   kHardRows);
  }
}

TEST(RowProgram, TheSecondOfTwoClassesIsEnough) {
  const MulticlassModel model({"a", "b"}, ClassModel(2, ClassInput::kProbabilities,
                                                     {{1, SoftmaxPart{0, {2, 1}, {0.5, 0}}}}));
  const RowProgram program = make_row_program(model, {.input_columns = 0});
  const std::vector<double> right = apply(model, std::vector<double>{0.75, 0.25});
  EXPECT_NEAR(carried_out(program, {0.25})[1], right[1], 1e-15);
  const RowProgram logits = make_row_program(model, {.input_columns = 1, .logits = true});
  EXPECT_NEAR(carried_out(logits, {std::log(1.0 / 3)})[1], right[1], 1e-15);
}

TEST(RowProgram, WhatNobodyUsesIsLeftOut) {
  const MulticlassModel model(kNames,
                              ClassModel(3, ClassInput::kLogits, {{1, SoftmaxPart{0, {1.0}, {}}}}));
  std::size_t exponentials = 0;
  for (const RowStep& step : make_row_program(model, {}).steps) {
    exponentials += step.operation == RowOperation::kExp ? 1 : 0;
  }
  EXPECT_EQ(exponentials, 1);  // the softmax of the logits as they are is not needed
}

TEST(ExportClasses, HasLimitsAndNamesThem) {
  const auto joint = [](std::size_t classes) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k) names.push_back(std::to_string(k));
    return MulticlassModel(
        names, ClassModel(classes, ClassInput::kLogits, {{1, SoftmaxPart{0, {2.0}, {}}}}));
  };
  EXPECT_THAT(export_model(joint(30), ExportTarget::kSql), HasSubstr("AS \"calibrated_29\""));
  EXPECT_EQ(testing::message_of([&] { export_model(joint(31), ExportTarget::kSql); }),
            "the model has 31 classes, too many for SQL (at most 30; C and ONNX take any number)");
  EXPECT_THAT(export_model(joint(1000), ExportTarget::kC), HasSubstr("Classes: 0, 1, "));
  EXPECT_THAT(export_model(joint(1000), ExportTarget::kOnnx), HasSubstr("class_999"));
  EXPECT_EQ(testing::message_of(
                [&] { export_model(joint(3), ExportTarget::kOnnx, {.input_columns = 1}); }),
            "input-columns: 1 is not 3, the number of classes");
  EXPECT_EQ(testing::message_of(
                [&] { export_model(joint(2), ExportTarget::kOnnx, {.input_columns = 3}); }),
            "input-columns: 3 is not 0, 1 or 2, the number of classes");
}

TEST(ExportClasses, TheQueryQuotesNamesAndKeepsColumns) {
  const MulticlassModel model(
      {"a\"", "b"}, ClassModel(2, ClassInput::kProbabilities, {{1, SoftmaxPart{0, {2.0}, {}}}}));
  const std::string text = export_model(
      model, ExportTarget::kSql,
      {.name = "q", .dialect = SqlDialect::kSqlite, .table = "my.\"t", .keep = {"i d"}});
  EXPECT_THAT(text,
              StartsWith("WITH calibrant_step_1 AS (\nSELECT \"i d\",\n  CAST(\"p_a\"\"\" AS "));
  EXPECT_THAT(text, HasSubstr("FROM \"my\".\"\"\"t\" LIMIT -1)"));
  EXPECT_THAT(text, HasSubstr(" AS \"q_a\"\"\",\n"));
  EXPECT_THAT(export_model(model, ExportTarget::kSql), Not(HasSubstr("LIMIT")));
}

TEST(ExportClasses, TheHeaderOfTwoCurves) {
  const MulticlassModel model({"a*/", "b"},
                              {Curve(Steps{{}, {0.25}}), Curve(Steps{{0.5}, {0, 0.5}})});
  const std::string text = export_model(model, ExportTarget::kC, {.name = "p"});
  EXPECT_THAT(
      text,
      StartsWith(
          R"(/* void p(const double *scores, double *probabilities): a row of 2 scores, as many probabilities.
   Classes: a??, b. The two arrays may be one.
   NaN gives NaN. Written by calibrant 0.1.0 from a model of method curve. */
#ifndef CALIBRANT_EXPORT_P_H
)"));
  EXPECT_THAT(text, HasSubstr(R"(static inline void p(const double *scores, double *probabilities) {
  double v1[2];
  for (size_t k = 0; k < 2; ++k) v1[k] = p_1[k](scores[k]);
  double v2 = 0;
  for (size_t k = 0; k < 2; ++k) v2 += v1[k];
  for (size_t k = 0; k < 2; ++k) probabilities[k] = (v2 == 0x0p+0 ? 0x1p-1 : (v1[k] / v2));
}
)"));
}

}  // namespace
}  // namespace calibrant
