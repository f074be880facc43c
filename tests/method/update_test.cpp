// Models that absorb more rows: the same as a fit to all of them, whoever wrote the model.
#include "calibrant/update.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "calibrant/calibrant.h"
#include "calibrant/method.hpp"
#include "helpers/editing.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

std::string text_of(const StoredModel& stored) { return to_json(stored.model, stored.kept); }

// Rows [begin, end) of one sample.
std::vector<Observations> rows(std::size_t begin, std::size_t end) {
  const auto sample = testing::draw(testing::Shape::kStepped, 300);
  const auto part = [&](const auto& all) {
    return std::vector(all.begin() + static_cast<std::ptrdiff_t>(begin),
                       all.begin() + static_cast<std::ptrdiff_t>(end));
  };
  return {observe(part(sample.scores), part(sample.labels))};
}

TEST(UpdateModel, IsTheFitToAllRowsWithEveryMethodAndOption) {
  for (const Method& method : methods()) {
    if (method.classes == Method::Classes::kSeveral) continue;
    std::vector<OptionValues> cases = {{}};
    for (const Option& option : method_options()) {
      if (std::ranges::count(methods_that_read(option), method.name) == 0 ||
          std::ranges::count(method.class_options, option.name) > 0) {
        continue;
      }
      OptionValue value = true;
      if (option.kind == Option::Kind::kFlag) value = !std::get<bool>(option.standard);
      if (option.kind == Option::Kind::kCount) value = 7.0;
      if (option.kind == Option::Kind::kNumber) value = 0.5;
      if (option.kind == Option::Kind::kNumberOrAuto) value = 2.5;
      if (!option.words.empty()) value = std::string(option.words[0]);
      cases.push_back({{std::string(option.name), value}});
    }
    for (const OptionValues& options : cases) {
      SCOPED_TRACE(std::string(method.name) + " " +
                   (options.empty() ? "" : options.begin()->first));
      const std::string name(method.name);
      const StoredModel old = fit_kept({name, options, rows(0, 200)});
      // Through its file, as an update a month later would find it.
      const StoredModel read = stored_from_json(text_of(old));
      EXPECT_EQ(text_of(update(read, rows(200, 300))),
                text_of(fit_kept({name, options, rows(0, 300)})));
    }
  }
}

TEST(UpdateModel, ForgetsOldRowsInPart) {
  const StoredModel old = fit_kept({"isotonic", {}, rows(0, 200)});
  const Observations all = merge(reweigh(rows(0, 200)[0], 0.25), rows(200, 300)[0]);
  EXPECT_EQ(text_of(update(old, rows(200, 300), {.forget = 0.25})),
            text_of(fit_kept({"isotonic", {}, {all}})));
  for (const double forget : {0.0, 1.5, std::nan("")}) {
    EXPECT_EQ(testing::message_of<OptionError>([&] { absorb(old, rows(200, 300), forget); }),
              fmt::format("forget: {} is not above 0 and at most 1", forget));
  }
  EXPECT_EQ(testing::message_of<InputError>([&] { absorb(old, {}); }),
            "observations: has 0 elements (the model needs 1)");
}

TEST(UpdateModel, SeveralClasses) {
  const auto matrix = testing::draw_matrix(120, 3, 2);
  const auto part = [&](std::size_t begin, std::size_t end) {
    return observe_multiclass(std::span(matrix.scores).subspan(3 * begin, 3 * (end - begin)),
                              std::span(matrix.labels).subspan(begin, end - begin), 3);
  };
  const std::vector<std::string> names = {"a", "b", "c"};
  double last = 0;
  const Execution execution = {.progress = [&](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    return true;
  }};
  const StoredModel old = fit_kept({"sbb", {{"lambda", 2.0}}, part(0, 100)}, names, execution);
  EXPECT_GT(last, 2.0 / 3);
  EXPECT_EQ(text_of(update(old, part(100, 120))),
            text_of(fit_kept({"sbb", {{"lambda", 2.0}}, part(0, 120)}, names)));
  EXPECT_EQ(testing::message_of<OptionError>([&] {
              fit_kept({"acp", {}, part(0, 9)}, names);
            }),
            "method: acp is for two classes");
}

// The options of its curves belong to another method than its own.
TEST(UpdateModel, CurvesForEachClass) {
  const auto matrix = testing::draw_matrix(120, 3, 2);
  const auto rows = [&](std::size_t begin, std::size_t end) {
    return fit_class_rows(
        {.method = "one-vs-rest", .options = {{"curve", "histogram"}, {"bins", 5.0}}, .keep = true},
        std::span(matrix.scores).subspan(3 * begin, 3 * (end - begin)),
        std::span(matrix.labels).subspan(begin, end - begin), {"a", "b", "c"});
  };
  const auto added = observe_multiclass(std::span(matrix.scores).subspan(300),
                                        std::span(matrix.labels).subspan(100), 3);
  const StoredModel old = stored_from_json(text_of(rows(0, 100)));
  EXPECT_EQ(text_of(update(old, added)), text_of(rows(0, 120)));
}

// Classes that are fitted together. Rows of two digits are there more than once.
class JointUpdate : public ::testing::Test {
 protected:
  StoredModel fitted(const ClassFit& how, std::size_t begin, std::size_t end) const {
    return fit_class_rows(how, scores(begin, end), labels(begin, end), testing::letters(3));
  }
  std::span<const double> scores(std::size_t begin, std::size_t end) const {
    return std::span(scores_).subspan(3 * begin, 3 * (end - begin));
  }
  std::span<const std::uint32_t> labels(std::size_t begin, std::size_t end) const {
    return std::span(matrix_.labels).subspan(begin, end - begin);
  }

  testing::Matrix matrix_ = testing::draw_matrix(240, 3, 2);
  std::vector<double> scores_ = [this] {
    std::vector<double> result;
    for (const double p : matrix_.scores) result.push_back(std::round(20 * std::log(p)) / 10);
    return result;
  }();
};

TEST_F(JointUpdate, IsTheFitToAllRowsWithEveryMethodAndOption) {
  for (const Method& method : methods()) {
    if (!method.joint) continue;
    std::vector<OptionValues> cases = {{}, {{"input", "logits"}}, {{"keep_rows", 1e6}}};
    if (method.name == "auto") cases.push_back({{"keep_top", true}});
    for (const OptionValues& options : cases) {
      SCOPED_TRACE(std::string(method.name) + " " +
                   (options.empty() ? "" : options.begin()->first));
      const ClassFit how{.method = std::string(method.name), .options = options, .keep = true};
      const StoredModel all = fitted(how, 0, 240);
      StoredModel chain = fitted(how, 0, 100);
      for (const std::size_t begin : {100U, 170U}) {
        chain = update_class_rows(stored_from_json(text_of(chain)), scores(begin, begin + 70),
                                  labels(begin, begin + 70));
      }
      EXPECT_EQ(text_of(chain), text_of(all));
      // The model is that of a fit which keeps nothing.
      ClassFit forgetful = how;
      forgetful.keep = false;
      forgetful.options.erase("keep_rows");
      const auto plain = std::get<MulticlassModel>(fitted(forgetful, 0, 240).model);
      const auto expected = apply(plain, scores_);
      const auto found = apply(std::get<MulticlassModel>(all.model), scores_);
      for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-12);
    }
  }
}

TEST_F(JointUpdate, ForgetsOldRowsInPart) {
  const ClassFit how{.method = "vector", .keep = true};
  const StoredModel old = fitted(how, 0, 200);
  std::vector<double> weights(240, 1);
  std::fill(weights.begin(), weights.begin() + 200, 0.25);
  const StoredModel expected =
      fit_class_rows(how, scores_, matrix_.labels, testing::letters(3), weights);
  EXPECT_EQ(
      text_of(update_class_rows(old, scores(200, 240), labels(200, 240), {}, {.forget = 0.25})),
      text_of(expected));
  EXPECT_EQ(testing::message_of<OptionError>([&] {
              update_class_rows(old, scores(200, 240), labels(200, 240), {}, {.forget = 2});
            }),
            "forget: 2 is not above 0 and at most 1");
}

TEST_F(JointUpdate, SamplesStandForAllRows) {
  const ClassFit how{.method = "temperature", .options = {{"keep_rows", 50.0}}};
  const StoredModel all = fitted(how, 0, 240);
  const StoredModel old = fitted(how, 0, 200);
  ASSERT_EQ(old.kept->rows.size(), 50);
  const StoredModel updated =
      update_class_rows(stored_from_json(text_of(old)), scores(200, 240), labels(200, 240));
  // It keeps what a fit to all rows keeps. It is fitted to the sample and to all new rows.
  EXPECT_EQ(updated.kept->rows.scores, all.kept->rows.scores);
  EXPECT_EQ(updated.kept->rows.weights, all.kept->rows.weights);
  EXPECT_EQ(updated.kept->rows.totals, all.kept->rows.totals);
  const KeptRows fitted_rows =
      merge(scaled(old.kept->rows), keep_rows(scores(200, 240), labels(200, 240), 3));
  const ClassModel expected =
      fit_classes(fitted_rows.scores, fitted_rows.labels, 3, fitted_rows.weights,
                  {.method = ClassMethod::kTemperature});
  EXPECT_EQ(to_json(updated.model), to_json(MulticlassModel(testing::letters(3), expected)));
  EXPECT_NEAR(std::get<MulticlassModel>(updated.model).joint()->origin().rows, 240, 1e-9);
}

TEST_F(JointUpdate, ReadsNewScoresAsTheOldOnes) {
  const StoredModel old =
      fit_class_rows({.keep = true}, matrix_.scores, matrix_.labels, testing::letters(3));
  EXPECT_EQ(testing::message_of<InputError>([&] {
              update_class_rows(old, std::vector{0.25, 0.5, 0.25, 0.5, 2.0, 0.5},
                                std::vector<std::uint32_t>{0, 1});
            }),
            "scores[1]: class 'b': 2 is not a probability (0 to 1)");
  // Rows of logits that could be probabilities are logits.
  const StoredModel logits = fitted({.keep = true}, 0, 200);
  const StoredModel more = update_class_rows(logits, matrix_.scores, matrix_.labels);
  EXPECT_EQ(std::get<MulticlassModel>(more.model).joint()->input(), ClassInput::kLogits);
}

TEST_F(JointUpdate, SaysWhyItCannotBe) {
  const StoredModel bare = fitted({}, 0, 200);
  EXPECT_EQ(testing::message_of([&] { kept_of(bare, "m.json"); }),
            "m.json: keeps no rows to add to (the option keep-observations of a fit keeps them)");
  const StoredModel old = fitted({.keep = true}, 0, 200);
  EXPECT_EQ(testing::message_of([&] { update(old, rows(0, 9)); }),
            "model: fits its classes together, and needs whole rows");
  const StoredModel two = fit_kept({"abb", {}, rows(0, 50)});
  EXPECT_EQ(
      testing::message_of<InputError>([&] { update_class_rows(two, scores(0, 9), labels(0, 9)); }),
      "model: has two classes, and takes one score a row");
  EXPECT_EQ(testing::message_of<OptionError>([&] {
              fitted({.method = "one-vs-rest", .options = {{"keep_rows", 9.0}}}, 0, 200);
            }),
            "keep_rows: is not for a curve for each class");
}

// Before version 3, a file kept the flags of the command line as texts.
TEST(UpdateModel, FilesOfVersionsOneAndTwoKeptFlags) {
  const auto folder = std::filesystem::path(CALIBRANT_GOLDEN) / "models" / "v1";
  const StoredModel old = load_stored(folder / "abb_kept.json");
  const OptionValues expected = {{"level", 0.9}, {"scale", "score"}};
  EXPECT_EQ(old.kept->options, expected);
  const Observations all = merge(old.kept->observations[0], rows(0, 50)[0]);
  EXPECT_EQ(text_of(update(old, rows(0, 50))), text_of(fit_kept({"abb", expected, {all}})));

  const StoredModel sbb = fit_kept({"sbb", {}, rows(0, 100)});
  const auto with = [&](const std::string& options) {
    return stored_from_json(
        testing::edited(text_of(sbb), "\"options\":{}", "\"options\":{" + options + "}"));
  };
  const OptionValues flags = {{"bins", 7.0},
                              {"lambda", "auto"},
                              {"monotone", true},
                              {"tabulate", 9.0},
                              {"smoothing", false}};
  EXPECT_EQ(with(R"("bins":"7","lambda":"auto","monotone":"true","no-smoothing":"true",)"
                 R"("tabulate":"9")")
                .kept->options,
            flags);
  // What this release does not know stays as it is, and only an update minds.
  const StoredModel unknown = with(R"("gamma":"2")");
  EXPECT_EQ(unknown.kept->options, (OptionValues{{"gamma", "2"}}));
  EXPECT_EQ(testing::message_of([&] { update(unknown, rows(0, 9)); }),
            "model: keeps an option 'gamma' of '2', which this release does not know");
}

TEST(UpdateModel, SaysWhyItCannotBe) {
  const auto reason = [](const StoredModel& stored) {
    return testing::message_of([&] { kept_of(stored); });
  };
  StoredModel stored = fit_kept({"abb", {}, rows(0, 50)});
  stored.kept->method = "forest";
  EXPECT_EQ(reason(stored), "model: was fitted by 'forest', which this release does not know");
  stored.kept->method = "abb";
  stored.kept->options = {{"level", 2.0}};
  EXPECT_EQ(reason(stored),
            "model: keeps an option 'level' of 2, which this release does not know");
  stored.kept.reset();
  EXPECT_EQ(
      reason(stored),
      "model: keeps no observations to add to (the option keep-observations of a fit keeps them)");
}

TEST(UpdateModel, FromC) {
  const std::vector<double> scores = {0.1, 0.4, 0.6, 0.9, 0.3};
  const std::vector<int> labels = {0, 1, 0, 1, 1};
  calibrant_model* old = nullptr;
  ASSERT_EQ(calibrant_fit("sbb", R"({"keep_observations": true, "smoothing": false})",
                          scores.data(), labels.data(), nullptr, 3, &old),
            CALIBRANT_OK);
  calibrant_model* updated = nullptr;
  ASSERT_EQ(calibrant_update(old, 1, &scores[3], &labels[3], nullptr, 2, &updated), CALIBRANT_OK)
      << calibrant_last_error();
  char* text = nullptr;
  ASSERT_EQ(calibrant_to_json(updated, &text, nullptr), CALIBRANT_OK);
  EXPECT_EQ(text, text_of(fit_kept({"sbb", {{"smoothing", false}}, {observe(scores, labels)}})));
  calibrant_free_text(text);
  calibrant_free(old);
  calibrant_free(updated);
  EXPECT_EQ(calibrant_update(nullptr, 1, scores.data(), labels.data(), nullptr, 2, &updated),
            CALIBRANT_BAD_ARGUMENT);
}

}  // namespace
}  // namespace calibrant
