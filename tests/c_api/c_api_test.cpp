// The C API beside the C++ API: the same bits, and every error with its status and its message.
// use_from_c.c is the same from C, check_ctypes.py from Python's foreign functions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "calibrant/calibrant.h"
#include "calibrant/calibrant.hpp"
#include "helpers/matrices.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Free {
  void operator()(calibrant_model* model) const { calibrant_free(model); }
};
using Handle = std::unique_ptr<calibrant_model, Free>;

struct Rows {
  std::vector<double> scores;
  std::vector<int> labels;
};

Rows rows() {
  const auto sample = testing::draw(testing::Shape::kSharp, 300);
  return {sample.scores, {sample.labels.begin(), sample.labels.end()}};
}

Handle fit(const char* method, const char* options, const Rows& given = rows()) {
  calibrant_model* model = nullptr;
  const calibrant_status status =
      calibrant_fit(method, options, given.scores.data(), given.labels.data(), nullptr,
                    given.scores.size(), &model);
  EXPECT_EQ(status == CALIBRANT_OK, model != nullptr);
  EXPECT_EQ(status, CALIBRANT_OK) << calibrant_last_error();
  return Handle(model);
}

std::vector<double> applied(const Handle& model, std::vector<double> scores) {
  const std::size_t count = scores.size() / calibrant_columns(model.get());
  EXPECT_EQ(calibrant_apply(model.get(), scores.data(), count, scores.data()), CALIBRANT_OK);
  return scores;
}

std::string text_of(const Handle& model) {
  char* text = nullptr;
  std::size_t length = 0;
  EXPECT_EQ(calibrant_to_json(model.get(), &text, &length), CALIBRANT_OK);
  std::string result(text, length);
  EXPECT_EQ(text[length], '\0');
  calibrant_free_text(text);
  return result;
}

// A call that must fail, as "status: message".
std::string refused(calibrant_status status) {
  return std::to_string(status) + ": " + calibrant_last_error();
}

std::string fit_refused(const char* method, const char* options, const Rows& given = rows()) {
  calibrant_model* model = nullptr;
  const auto status = calibrant_fit(method, options, given.scores.data(), given.labels.data(),
                                    nullptr, given.scores.size(), &model);
  EXPECT_EQ(model, nullptr);
  return refused(status);
}

TEST(CApi, EveryMethodAndOptionIsThatOfTheLibrary) {
  struct Case {
    const char* method;
    const char* options;
    MethodOptions same;
  };
  const std::vector<Case> cases = {
      {"auto", nullptr, {}},
      {"auto",
       R"({"monotone": true, "level": 0.5, "threads": 1})",
       {.level = 0.5, .monotone = true}},
      {"abb", "{}", {}},
      {"abb", R"({"lambda": "auto"})", {}},
      {"abb",
       R"({"lambda": 3, "scale": "score", "lookup": "previous", "level": 0.75})",
       {.prior = {Scale::kScore, 3.0}, .lookup = Lookup::kPrevious, .level = 0.75}},
      {"sbb",
       R"({"lambda": 2.5, "scale": "logit", "smoothing": false})",
       {.prior = {Scale::kLogit, 2.5}, .smoothing = false}},
      {"platt", nullptr, {}},
      {"platt-logit", R"({"threads": 2})", {}},
      {"beta", nullptr, {}},
      {"histogram",
       R"({"bins": 4, "strategy": "uniform", "smoothing": true, "level": 0.9})",
       {.level = 0.9, .bins = 4, .strategy = BinStrategy::kEqualWidth}},
      {"isotonic", R"({"interpolate": true})", {.interpolate = true}},
  };
  const Rows given = rows();
  const Observations seen = observe(given.scores, given.labels);
  for (const Case& one : cases) {
    const Handle model = fit(one.method, one.options);
    const Curve curve = fit_method(one.method, seen, one.same);
    EXPECT_EQ(text_of(model), to_json(curve)) << one.method << ' ' << one.options;
    EXPECT_EQ(applied(model, given.scores), apply(curve, given.scores));
    EXPECT_EQ(calibrant_kind_of(model.get()), CALIBRANT_CURVE);
    EXPECT_STREQ(calibrant_method(model.get()), one.method);
    EXPECT_EQ(calibrant_level(model.get()), one.same.level.value_or(0));
  }
}

TEST(CApi, WeightsAndCountsAreThoseOfTheLibrary) {
  const std::vector<double> scores = {0.1, 0.4, 0.4, 0.9};
  const std::vector<int> labels = {0, 1, 0, 1};
  const std::vector<double> weights = {2, 0.5, 1, 3};
  calibrant_model* weighted = nullptr;
  ASSERT_EQ(
      calibrant_fit("sbb", nullptr, scores.data(), labels.data(), weights.data(), 4, &weighted),
      CALIBRANT_OK);
  EXPECT_EQ(text_of(Handle(weighted)), to_json(fit_sbb(observe(scores, labels, weights))));
  const std::vector<double> negatives = {2, 0, 1, 0};
  const std::vector<double> positives = {0, 0.5, 0, 3};
  calibrant_model* counted = nullptr;
  ASSERT_EQ(calibrant_fit_counts("sbb", nullptr, scores.data(), negatives.data(), positives.data(),
                                 4, &counted),
            CALIBRANT_OK);
  EXPECT_EQ(text_of(Handle(counted)), to_json(fit_sbb(observe(scores, labels, weights))));
}

TEST(CApi, IntervalsAreThoseOfTheBand) {
  const Handle model = fit("abb", R"({"level": 0.9})");
  const std::vector<double> scores = {0.1, 0.5, 0.97};
  std::vector<double> lower(3);
  std::vector<double> upper(3);
  ASSERT_EQ(calibrant_interval(model.get(), scores.data(), 3, lower.data(), upper.data()),
            CALIBRANT_OK);
  const Rows given = rows();
  const Curve curve = fit_abb(observe(given.scores, given.labels), {.level = 0.9});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(lower[i], curve.interval(scores[i]).lower);
    EXPECT_EQ(upper[i], curve.interval(scores[i]).upper);
  }
  const Handle bare = fit("platt", nullptr);
  EXPECT_EQ(refused(calibrant_interval(bare.get(), scores.data(), 3, lower.data(), upper.data())),
            "5: this curve has no band (fit it with a level)");
}

TEST(CApi, SeveralClasses) {
  const std::vector<double> scores = {0.7, 0.2, 0.1, 0.1, 0.8, 0.1, 0.2, 0.2, 0.6, 0.3, 0.4, 0.3};
  const std::vector<int> labels = {0, 1, 2, 1};
  const std::vector<const char*> names = {"cat", "dog", "fox"};
  calibrant_model* raw = nullptr;
  ASSERT_EQ(calibrant_fit_classes("abb", nullptr, scores.data(), labels.data(), nullptr, 4,
                                  names.data(), 3, &raw),
            CALIBRANT_OK)
      << calibrant_last_error();
  const Handle model(raw);
  const MulticlassModel same =
      fit_multiclass(observe_multiclass(scores, labels, 3), {"cat", "dog", "fox"},
                     [](const Observations& seen) { return fit_abb(seen); });
  EXPECT_EQ(text_of(model), to_json(same));
  EXPECT_EQ(applied(model, scores), apply(same, scores));
  EXPECT_EQ(calibrant_kind_of(raw), CALIBRANT_MULTICLASS);
  EXPECT_EQ(calibrant_columns(raw), 3);
  EXPECT_STREQ(calibrant_class_name(raw, 2), "fox");
  EXPECT_EQ(calibrant_class_name(raw, 3), nullptr);
  EXPECT_STREQ(calibrant_method(raw), "abb");

  const auto fails = [&](const char* method, std::vector<int> classes,
                         std::vector<const char*> called) {
    return refused(calibrant_fit_classes(method, nullptr, scores.data(), classes.data(), nullptr, 4,
                                         called.data(), called.size(), &raw));
  };
  Handle keep(raw = nullptr);
  EXPECT_EQ(fails("acp", labels, names), "3: method: acp is for two classes");
  EXPECT_EQ(fails("abb", {0, 1, 3, 1}, names), "2: labels[2]: 3 is not a class (0 to 2)");
  EXPECT_EQ(fails("abb", labels, {"cat"}), "1: classes: 1 are too few (at least 2)");
  EXPECT_EQ(fails("abb", labels, {"cat", nullptr, "fox"}), "1: names: is NULL");
  EXPECT_THAT(fails("abb", labels, {"cat", "cat", "fox"}), HasSubstr("cat"));
}

TEST(CApi, SeveralClassesTogether) {
  const testing::Matrix matrix = testing::draw_matrix(200, 3, 2);
  const std::vector<int> labels(matrix.labels.begin(), matrix.labels.end());
  const std::vector<const char*> names = {"a", "b", "c"};
  calibrant_model* raw = nullptr;
  const auto fit_by = [&](const char* method, const char* options) {
    return calibrant_fit_classes(method, options, matrix.scores.data(), labels.data(), nullptr,
                                 labels.size(), names.data(), 3, &raw);
  };
  ASSERT_EQ(fit_by("auto", nullptr), CALIBRANT_OK) << calibrant_last_error();
  const Handle model(raw);
  const MulticlassModel same(testing::letters(3), fit_classes(matrix.scores, matrix.labels, 3));
  EXPECT_EQ(text_of(model), to_json(same));
  EXPECT_EQ(applied(model, matrix.scores), apply(same, matrix.scores));
  EXPECT_EQ(calibrant_kind_of(raw), CALIBRANT_MULTICLASS);
  EXPECT_STREQ(calibrant_method(raw), "auto");
  EXPECT_EQ(refused(fit_by("auto", R"({"keep_observations": true})")),
            "3: keep_observations: is for a curve for each class (method one-vs-rest), not for "
            "auto");
  calibrant_model* updated = nullptr;
  EXPECT_EQ(refused(calibrant_update(model.get(), 1, matrix.scores.data(), labels.data(), nullptr,
                                     labels.size(), &updated)),
            "5: model: fits its classes together, and keeps no observations to add to (the method "
            "one-vs-rest can)");
}

TEST(CApi, Acp) {
  const Handle model = fit("acp", nullptr, {{0.1, 0.4, 0.6, 0.9}, {0, 0, 1, 1}});
  const std::vector<double> scores = {0.5, 0.95};
  const std::vector<double> lower = {0.3, 0.9};
  const std::vector<double> upper = {0.7, 1.0};
  std::vector<double> out(2);
  ASSERT_EQ(
      calibrant_apply_acp(model.get(), scores.data(), lower.data(), upper.data(), 2, out.data()),
      CALIBRANT_OK);
  EXPECT_THAT(out, ElementsAre(0.5, 1.0));
  EXPECT_EQ(calibrant_kind_of(model.get()), CALIBRANT_ACP);
  EXPECT_STREQ(calibrant_method(model.get()), "acp");
  EXPECT_EQ(calibrant_columns(model.get()), 1);
  EXPECT_EQ(refused(calibrant_apply(model.get(), scores.data(), 2, out.data())),
            "1: model: is ACP's, which needs intervals (calibrant_apply_acp)");
  EXPECT_EQ(refused(calibrant_interval(model.get(), scores.data(), 2, out.data(), out.data())),
            "1: model: is not a curve, and has no band");
  EXPECT_EQ(refused(calibrant_apply_acp(model.get(), scores.data(), upper.data(), lower.data(), 2,
                                        out.data())),
            "2: row[0]: lower: 0.7 is above upper (0.3)");
  const Handle curve = fit("platt", nullptr);
  EXPECT_EQ(refused(calibrant_apply_acp(curve.get(), scores.data(), lower.data(), upper.data(), 2,
                                        out.data())),
            "1: model: is not ACP's (calibrant_apply)");
  EXPECT_EQ(fit_refused("acp", R"({"level": 0.9})"),
            "3: level: is for auto, abb, sbb, histogram, not for acp");
}

TEST(CApi, FilesAndTextsComeBackWithWhatTheyKept) {
  const Rows given = rows();
  const Observations seen = observe(given.scores, given.labels);
  const Kept kept = {.method = "abb", .options = {{"scale", "rank"}}, .observations = {seen}};
  const std::string text = to_json(fit_abb(seen), kept);
  calibrant_model* raw = nullptr;
  ASSERT_EQ(calibrant_load_memory(text.data(), text.size(), &raw), CALIBRANT_OK);
  const Handle model(raw);
  EXPECT_EQ(text_of(model), text);
  const auto path = std::filesystem::path(::testing::TempDir()) / "c_api_model.json";
  ASSERT_EQ(calibrant_save(model.get(), path.c_str()), CALIBRANT_OK) << calibrant_last_error();
  ASSERT_EQ(calibrant_load(path.c_str(), &raw), CALIBRANT_OK) << calibrant_last_error();
  EXPECT_EQ(text_of(Handle(raw)), text);
  std::filesystem::remove(path);

  EXPECT_EQ(refused(calibrant_load("/nowhere/model.json", &raw)),
            "4: /nowhere/model.json: cannot be read (No such file or directory)");
  EXPECT_EQ(raw, nullptr);
  EXPECT_EQ(refused(calibrant_load_memory(text.data(), 10, &raw)),
            "4: model: is not JSON (byte 11)");
  EXPECT_EQ(refused(calibrant_load_memory(text.data(), std::size_t{1} << 31U, &raw)),
            "4: model: 2147483648 bytes are too many for a model (at most 1073741824)");
  EXPECT_THAT(refused(calibrant_save(model.get(), "/nowhere/model.json")),
              HasSubstr("5: /nowhere/model.json: "));
}

TEST(CApi, WrongOptionsAreNamed) {
  EXPECT_EQ(
      fit_refused("magic", nullptr),
      "3: method: 'magic' is not one of auto, abb, sbb, platt, platt-logit, beta, temperature, "
      "quadratic, histogram, isotonic, acp, vector, matrix, one-vs-rest");
  EXPECT_EQ(fit_refused("abb", "{\"lambda\": "), "3: options: are not JSON (byte 12)");
  EXPECT_EQ(fit_refused("abb", "[1]"), "3: options: are not a JSON object");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": 1e999})"),
            "3: options: have a number that is out of range");
  EXPECT_EQ(fit_refused("abb", std::string(1'000'000, '[').c_str()),
            "3: options: are nested too deeply");
  EXPECT_EQ(fit_refused("abb", R"({"lamda": 1})"),
            "3: lamda: is not an option (did you mean lambda?)");
  EXPECT_EQ(fit_refused("abb", R"({"bins": 4})"), "3: bins: is for histogram, not for abb");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": -1})"),
            "3: lambda: -1 is not auto or a positive number");
  EXPECT_EQ(fit_refused("abb", R"({"lambda": "four"})"),
            "3: lambda: 'four' is not auto or a positive number");
  EXPECT_EQ(fit_refused("abb", R"({"scale": "ranks"})"),
            "3: scale: 'ranks' is not one of rank, score, logit, auto");
  EXPECT_EQ(fit_refused("abb", R"({"scale": 7})"),
            "3: scale: 7 is not one of rank, score, logit, auto");
  EXPECT_EQ(fit_refused("histogram", R"({"bins": 2.5})"),
            "3: bins: 2.5 is not a whole number above 0");
  EXPECT_EQ(fit_refused("histogram", R"({"smoothing": 1})"),
            "3: smoothing: 1 is not true or false");
  EXPECT_EQ(fit_refused("abb", R"({"threads": 4294967296})"),
            "3: threads: 4294967296 is not a number of threads");
}

TEST(CApi, WrongArgumentsAndDataAreNamed) {
  const Rows given = rows();
  const Handle model = fit("platt", nullptr);
  double out = 0;
  EXPECT_EQ(
      refused(calibrant_fit("abb", nullptr, nullptr, given.labels.data(), nullptr, 2, nullptr)),
      "1: model: is NULL");
  EXPECT_EQ(fit_refused(nullptr, nullptr), "1: method: is NULL");
  calibrant_model* raw = nullptr;
  EXPECT_EQ(refused(calibrant_fit("abb", nullptr, nullptr, given.labels.data(), nullptr, 2, &raw)),
            "1: scores: is NULL");
  EXPECT_EQ(refused(calibrant_load(nullptr, &raw)), "1: path: is NULL");
  EXPECT_EQ(refused(calibrant_load("x", nullptr)), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_load_memory(nullptr, 3, &raw)), "1: text: is NULL");
  EXPECT_EQ(refused(calibrant_to_json(model.get(), nullptr, nullptr)), "1: text: is NULL");
  EXPECT_EQ(refused(calibrant_save(nullptr, "x")), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_apply(nullptr, &out, 1, &out)), "1: model: is NULL");
  EXPECT_EQ(refused(calibrant_apply(model.get(), &out, 1, nullptr)), "1: probabilities: is NULL");
  EXPECT_EQ(
      refused(calibrant_apply(model.get(), &out, std::numeric_limits<std::size_t>::max(), &out)),
      "1: scores: 18446744073709551615 rows are too many");
  EXPECT_EQ(calibrant_apply(model.get(), nullptr, 0, nullptr), CALIBRANT_OK);
  EXPECT_EQ(fit_refused("abb", nullptr, {}), "2: scores: is empty (nothing observed)");
  EXPECT_EQ(fit_refused("abb", nullptr, {{0.5, NAN}, {0, 1}}),
            "2: scores[1]: nan is not a finite number");
  EXPECT_EQ(fit_refused("abb", nullptr, {{0.5, 0.6}, {0, 2}}),
            "2: labels[1]: 2 is not a label (0 or 1)");
  EXPECT_EQ(calibrant_kind_of(nullptr), CALIBRANT_NOTHING);
  EXPECT_EQ(calibrant_columns(nullptr), 0);
  EXPECT_EQ(calibrant_class_name(nullptr, 0), nullptr);
  EXPECT_STREQ(calibrant_method(nullptr), "");
  EXPECT_EQ(calibrant_level(nullptr), 0);
  EXPECT_STREQ(calibrant_version(), version());
  calibrant_free(nullptr);
  calibrant_free_text(nullptr);
}

TEST(CApi, EachThreadHasItsOwnLastError) {
  EXPECT_EQ(refused(calibrant_save(nullptr, "x")), "1: model: is NULL");
  std::string before;
  std::string after;
  std::thread other([&] {
    before = calibrant_last_error();
    after = fit_refused("magic", nullptr);
  });
  other.join();
  EXPECT_EQ(before, "");
  EXPECT_THAT(after, HasSubstr("magic"));
  EXPECT_STREQ(calibrant_last_error(), "model: is NULL");
}

// A message that is too long is cut between two letters, not inside one.
TEST(CApi, LongMessagesAreCut) {
  std::string path;
  while (path.size() < 10'000) path += "\u00e9";
  for (const std::string& name : {path, "x" + path}) {
    calibrant_model* model = nullptr;
    EXPECT_EQ(calibrant_load(name.c_str(), &model), CALIBRANT_BAD_MODEL);
    const std::string message = calibrant_last_error();
    const std::size_t first = message.find("\u00e9");
    EXPECT_GT(message.size(), 4600);
    EXPECT_LE(message.size(), 4096 + 512);
    EXPECT_EQ((message.size() - first) % 2, 0);
  }
}

}  // namespace
}  // namespace calibrant
