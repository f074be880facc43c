// Evaluations and comparisons from C: the same texts as from the C++ API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "calibrant/calibrant.hpp"
#include "helpers/c_models.hpp"
#include "helpers/matrices.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using namespace c_api_testing;
using ::testing::HasSubstr;

struct FreeFinding {
  void operator()(calibrant_finding* finding) const { calibrant_free_finding(finding); }
};
using Finding = std::unique_ptr<calibrant_finding, FreeFinding>;

std::string taken(calibrant_status status, char* text, std::size_t length) {
  EXPECT_EQ(status, CALIBRANT_OK) << calibrant_last_error();
  if (text == nullptr) return {};
  const std::string result(text, length);
  calibrant_free_text(text);
  return result;
}

std::string written(const Finding& finding, const char* form, const char* title = nullptr,
                    const Finding& before = {}) {
  char* text = nullptr;
  std::size_t length = 0;
  const auto status =
      calibrant_finding_text(finding.get(), form, title, before.get(), &text, &length);
  return taken(status, text, length);
}

const std::vector<const char*> kLetters = {"a", "b", "c"};

struct ClassRows {
  std::vector<double> scores;
  std::vector<int> labels;
};

ClassRows class_rows() {
  const testing::Matrix matrix = testing::draw_matrix(200, 3, 2);
  return {matrix.scores, {matrix.labels.begin(), matrix.labels.end()}};
}

Finding evaluated(const char* options, const std::vector<double>& probabilities,
                  const std::vector<int>& labels, std::size_t classes = 0) {
  calibrant_finding* finding = nullptr;
  EXPECT_EQ(calibrant_evaluate(options, probabilities.data(), labels.data(), nullptr, labels.size(),
                               classes == 0 ? nullptr : kLetters.data(), classes, &finding),
            CALIBRANT_OK)
      << calibrant_last_error();
  return Finding(finding);
}

TEST(CApiFinding, EvaluationsAreThoseOfTheLibrary) {
  const CRows given = rows();
  const Finding finding = evaluated(R"({"bins": 5, "bootstrap": 20, "level": 0.9, "seed": 7})",
                                    given.scores, given.labels);
  const Assessment same =
      assess(observe_probabilities(given.scores, given.labels), given.scores.size(),
             {.bins = 5, .repeats = 20, .level = 0.9, .seed = 7});
  EXPECT_EQ(written(finding, "text"), to_text(same));
  EXPECT_EQ(written(finding, "json"), to_json(same));
  EXPECT_EQ(written(finding, "html", "Mine", finding), to_page(same, {.title = "Mine"}, &same));
  EXPECT_NE(written(finding, "html", "Mine"), written(finding, "html", "Mine", finding));
  EXPECT_EQ(written(finding, "notes"), "[]");
}

TEST(CApiFinding, EvaluationsOfSeveralClasses) {
  const ClassRows given = class_rows();
  const Finding finding = evaluated(R"({"bootstrap": 10})", given.scores, given.labels, 3);
  const auto same = assess(observe_predictions(given.scores, given.labels, 3), 200,
                           testing::letters(3), {.repeats = 10});
  EXPECT_EQ(written(finding, "json"), to_json(same));
  EXPECT_EQ(written(finding, "html"), to_page(same));
  char* text = nullptr;
  const CRows two = rows();
  const Finding other = evaluated(R"({"bootstrap": 0})", two.scores, two.labels);
  EXPECT_EQ(
      refused(calibrant_finding_text(finding.get(), "html", nullptr, other.get(), &text, nullptr)),
      "1: before: is of another kind than finding, or of a comparison");
  EXPECT_EQ(text, nullptr);
}

TEST(CApiFinding, Subgroups) {
  const CRows given = rows();
  std::vector<int> of_row;
  for (std::size_t i = 0; i < given.labels.size(); ++i) of_row.push_back(i % 2 == 0 ? 0 : 1);
  const std::vector<const char*> names = {"north", "south"};
  const auto evaluate_by = [&](const char* by, calibrant_finding** finding) {
    return calibrant_evaluate_subgroups(R"({"bootstrap": 0})", given.scores.data(),
                                        given.labels.data(), nullptr, of_row.size(), by,
                                        of_row.data(), names.data(), 2, finding);
  };
  calibrant_finding* raw = nullptr;
  ASSERT_EQ(evaluate_by("site", &raw), CALIBRANT_OK) << calibrant_last_error();
  const Finding finding(raw);
  const std::vector<std::string> called = {"north", "south"};
  const std::vector<std::uint32_t> places(of_row.begin(), of_row.end());
  const std::vector<std::uint8_t> labels(given.labels.begin(), given.labels.end());
  const Subgroups parts = {.by = "site",
                           .names = called,
                           .of_row = places,
                           .probabilities = given.scores,
                           .labels = labels};
  EXPECT_EQ(written(finding, "json"), to_json(assess(observe(given.scores, given.labels),
                                                     of_row.size(), {.repeats = 0}, &parts)));
  EXPECT_EQ(refused(evaluate_by(nullptr, &raw)), "1: by: is NULL");
  of_row[4] = 2;
  EXPECT_EQ(refused(evaluate_by("site", &raw)), "2: subgroups[4]: 2 is not a class (0 to 1)");
  EXPECT_EQ(raw, nullptr);
}

TEST(CApiFinding, ComparisonsAreThoseOfTheLibrary) {
  const CRows given = rows();
  calibrant_finding* raw = nullptr;
  const char* options = R"({"methods": ["platt", "sbb", "raw"], "folds": 3, "smoothing": false})";
  const auto compare_on = [&](const CRows* test) {
    return calibrant_compare(options, given.scores.data(), given.labels.data(), nullptr,
                             given.scores.size(), test == nullptr ? nullptr : test->scores.data(),
                             test == nullptr ? nullptr : test->labels.data(), nullptr,
                             test == nullptr ? 0 : test->scores.size(), nullptr, 0, &raw);
  };
  ASSERT_EQ(compare_on(nullptr), CALIBRANT_OK) << calibrant_last_error();
  Finding finding(raw);
  CompareOptions same = {.methods = {"platt", "sbb", "raw"}, .folds = 3};
  same.method.smoothing = false;
  const ScoredRows scored = {.scores = given.scores,
                             .labels = {given.labels.begin(), given.labels.end()}};
  EXPECT_EQ(written(finding, "text"), to_text(compare(scored, {}, same)));
  EXPECT_EQ(written(finding, "html", "Mine"),
            to_page(compare(scored, {}, same), {.title = "Mine"}));

  EXPECT_THAT(refused(compare_on(&given)), HasSubstr("3: folds: "));  // and a test sample
  EXPECT_EQ(raw, nullptr);
  options = R"({"methods": ["platt", "raw"]})";
  ASSERT_EQ(compare_on(&given), CALIBRANT_OK) << calibrant_last_error();
  finding.reset(raw);
  EXPECT_EQ(written(finding, "json"),
            to_json(compare(scored, scored, {.methods = {"platt", "raw"}})));
}

TEST(CApiFinding, ComparisonsOfSeveralClassesAndTheirNotes) {
  const ClassRows given = class_rows();
  calibrant_finding* raw = nullptr;
  ASSERT_EQ(calibrant_compare(R"({"methods": ["temperature", "raw"]})", given.scores.data(),
                              given.labels.data(), nullptr, 9, nullptr, nullptr, nullptr, 0,
                              kLetters.data(), 3, &raw),
            CALIBRANT_OK)
      << calibrant_last_error();
  const Finding finding(raw);
  EXPECT_EQ(written(finding, "notes"), R"(["9 folds instead of 10, because there are 9 rows"])");
}

TEST(CApiFinding, WhatLooksWrong) {
  char* text = nullptr;
  std::size_t length = 0;
  CRows given = rows();
  const auto inspected = [&] {
    const auto status = calibrant_inspect(given.scores.data(), given.labels.data(), nullptr,
                                          given.labels.size(), nullptr, 0, &text, &length);
    return taken(status, text, length);
  };
  EXPECT_EQ(inspected(), "[]");
  for (double& score : given.scores) score = -score;
  EXPECT_EQ(inspected(),
            "[\"" + inspect(observe(given.scores, given.labels)).front().message + "\"]");
  const ClassRows few = class_rows();
  const std::vector<double> weights(20, 0.5);
  const auto status = calibrant_inspect(few.scores.data(), few.labels.data(), weights.data(), 20,
                                        kLetters.data(), 3, &text, &length);
  EXPECT_THAT(taken(status, text, length), HasSubstr("rows"));
}

TEST(CApiFinding, WhatIsRefused) {
  const CRows given = rows();
  const auto fails = [&](const char* options, std::size_t classes = 0) {
    calibrant_finding* finding = nullptr;
    const auto status = calibrant_evaluate(options, given.scores.data(), given.labels.data(),
                                           nullptr, 10, nullptr, classes, &finding);
    EXPECT_EQ(finding, nullptr);
    return refused(status);
  };
  EXPECT_EQ(fails(R"({"bins": 0})"), "3: bins: 0 is not a positive whole number");
  EXPECT_EQ(fails(R"({"bootstrap": -1})"), "3: bootstrap: -1 is not 0 or a positive whole number");
  EXPECT_EQ(fails(R"({"level": 1})"), "3: level: 1 is not strictly between 0 and 1");
  EXPECT_EQ(fails(R"({"level": "x"})"),
            R"(3: level: "x" is not a number strictly between 0 and 1)");
  EXPECT_EQ(fails(R"({"lambda": 2})"), "3: lambda: is not an option of evaluations");
  EXPECT_EQ(fails("{}", 1),
            "1: classes: 1 is neither 0 (two classes, one number a row) nor several");
  EXPECT_EQ(fails("{}", 3), "1: names: is NULL");
  const std::vector<double> wrong = {0.5, 1.5};
  const std::vector<int> labels = {0, 1};
  EXPECT_EQ(refused(calibrant_evaluate(nullptr, wrong.data(), labels.data(), nullptr, 2, nullptr, 0,
                                       nullptr)),
            "1: finding: is NULL");
  calibrant_finding* finding = nullptr;
  EXPECT_EQ(refused(calibrant_evaluate(nullptr, wrong.data(), labels.data(), nullptr, 2, nullptr, 0,
                                       &finding)),
            "2: probabilities[1]: 1.5 is not a probability (0 to 1)");
  EXPECT_THAT(
      refused(calibrant_compare(R"({"methods": ["magic"]})", wrong.data(), labels.data(), nullptr,
                                2, nullptr, nullptr, nullptr, 0, nullptr, 0, &finding)),
      HasSubstr("magic"));
  char* text = nullptr;
  const Finding some = evaluated(R"({"bootstrap": 0})", given.scores, given.labels);
  EXPECT_EQ(refused(calibrant_finding_text(some.get(), "pdf", nullptr, nullptr, &text, nullptr)),
            "1: form: is not one of text, json, html, notes");
  EXPECT_EQ(refused(calibrant_finding_text(nullptr, "text", nullptr, nullptr, &text, nullptr)),
            "1: finding: is NULL");
  calibrant_free_finding(nullptr);
}

TEST(CApiFinding, ModelsAreDescribed) {
  const CRows given = rows();
  char* text = nullptr;
  std::size_t length = 0;
  const auto described = [&](const Handle& model) {
    const auto status = calibrant_describe(model.get(), &text, &length);
    return taken(status, text, length);
  };
  EXPECT_EQ(described(fit("auto", nullptr)),
            describe(fit_method("auto", observe(given.scores, given.labels), {})));
  EXPECT_EQ(described(fit("acp", nullptr)), "");
  EXPECT_EQ(refused(calibrant_describe(nullptr, &text, &length)), "1: model: is NULL");
}

}  // namespace
}  // namespace calibrant
