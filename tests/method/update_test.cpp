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
