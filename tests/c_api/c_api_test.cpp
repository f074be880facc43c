// The C API beside the C++ API: the same bits. errors_test.cpp has what is refused.
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

#include "calibrant/calibrant.hpp"
#include "helpers/c_models.hpp"
#include "helpers/matrices.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

using namespace c_api_testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  const CRows given = rows();
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
  const CRows given = rows();
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
  calibrant_model* updated = nullptr;
  EXPECT_EQ(refused(calibrant_update(model.get(), 1, matrix.scores.data(), labels.data(), nullptr,
                                     labels.size(), &updated)),
            "5: model: keeps no rows to add to (the option keep-observations of a fit keeps them)");
  // With a band, and without.
  std::vector<double> lower(matrix.scores.size());
  std::vector<double> upper = lower;
  const auto ends_of = [&](const Handle& one) {
    return calibrant_interval(one.get(), matrix.scores.data(), labels.size(), lower.data(),
                              upper.data());
  };
  EXPECT_EQ(calibrant_level(model.get()), 0);
  EXPECT_EQ(refused(ends_of(model)), "5: this model has no band (fit it with a level)");
  ASSERT_EQ(fit_by("vector", R"({"level": 0.9})"), CALIBRANT_OK) << calibrant_last_error();
  const Handle banded(raw);
  EXPECT_EQ(calibrant_level(banded.get()), 0.9);
  ASSERT_EQ(ends_of(banded), CALIBRANT_OK);
  std::vector<double> same_lower = lower;
  std::vector<double> same_upper = upper;
  apply_interval(fit_classes(matrix.scores, matrix.labels, 3, {},
                             {.method = ClassMethod::kVector, .level = 0.9}),
                 matrix.scores, same_lower, same_upper);
  EXPECT_EQ(lower, same_lower);
  EXPECT_EQ(upper, same_upper);
}

TEST(CApi, SeveralClassesTogetherAreUpdated) {
  const testing::Matrix matrix = testing::draw_matrix(200, 3, 2);
  const std::vector<int> labels(matrix.labels.begin(), matrix.labels.end());
  const std::vector<const char*> names = {"a", "b", "c"};
  for (const char* const options : {R"({"keep_observations": true})", R"({"keep_rows": 1000})"}) {
    calibrant_model* raw = nullptr;
    const auto fit_first = [&](std::size_t rows) {
      EXPECT_EQ(calibrant_fit_classes("vector", options, matrix.scores.data(), labels.data(),
                                      nullptr, rows, names.data(), 3, &raw),
                CALIBRANT_OK)
          << calibrant_last_error();
      return Handle(raw);
    };
    const Handle old = fit_first(150);
    ASSERT_EQ(calibrant_update(old.get(), 1, &matrix.scores[450], &labels[150], nullptr, 50, &raw),
              CALIBRANT_OK)
        << calibrant_last_error();
    const Handle updated(raw);
    EXPECT_EQ(text_of(updated), text_of(fit_first(200)));
    const std::vector<int> wrong = {3};
    EXPECT_EQ(refused(calibrant_update(old.get(), 1, matrix.scores.data(), wrong.data(), nullptr, 1,
                                       &raw)),
              "2: labels[0]: 3 is not a class (0 to 2)");
  }
}

TEST(CApi, PrevalenceOfOneCurve) {
  const Handle model = fit("platt", nullptr, {{0.1, 0.4, 0.6, 0.9}, {0, 1, 0, 1}});
  std::vector<double> p = applied(model, {0.2, 0.7});
  const std::vector<double> before = p;
  const double wanted = 0.2;  // the rows have 0.5
  ASSERT_EQ(calibrant_shift_prevalence(model.get(), &wanted, p.data(), 2), CALIBRANT_OK);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(p[i] / (1 - p[i]), before[i] / (1 - before[i]) / 4, 1e-12);
  }
  const double wrong = 1;
  EXPECT_THAT(refused(calibrant_shift_prevalence(model.get(), &wrong, p.data(), 2)),
              HasSubstr("3: prevalence: 1 "));
  EXPECT_EQ(refused(calibrant_shift_prevalence(model.get(), nullptr, p.data(), 2)),
            "1: prevalence: is NULL");
  EXPECT_EQ(refused(calibrant_shift_prevalence(nullptr, &wanted, p.data(), 2)),
            "1: model: is NULL");
}

TEST(CApi, PrevalenceOfAcp) {
  const Handle model = fit("acp", nullptr, {{0.1, 0.4, 0.6, 0.9}, {0, 0, 1, 0}});
  double p = 0.25;
  const double wanted = 0.5;
  ASSERT_EQ(calibrant_shift_prevalence(model.get(), &wanted, &p, 1), CALIBRANT_OK);
  EXPECT_NEAR(p, 0.5, 1e-12);  // a quarter of the rows is positive
}

TEST(CApi, PrevalenceOfSeveralClasses) {
  const testing::Matrix matrix = testing::draw_matrix(200, 3, 2);
  const std::vector<int> labels(matrix.labels.begin(), matrix.labels.end());
  const std::vector<const char*> names = {"a", "b", "c"};
  calibrant_model* raw = nullptr;
  ASSERT_EQ(calibrant_fit_classes("auto", nullptr, matrix.scores.data(), labels.data(), nullptr,
                                  labels.size(), names.data(), 3, &raw),
            CALIBRANT_OK);
  const Handle model(raw);
  std::vector<double> p = applied(model, matrix.scores);
  const std::vector<double> before = p;
  const std::vector<double> wanted = {0.7, 0.1, 0.2};
  ASSERT_EQ(calibrant_shift_prevalence(raw, wanted.data(), p.data(), 200), CALIBRANT_OK)
      << calibrant_last_error();
  std::vector<double> share(3);
  for (const int label : labels) share[static_cast<std::size_t>(label)] += 1.0 / 200;
  for (std::size_t i = 0; i < 600; i += 3) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += before[i + k] * wanted[k] / share[k];
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(p[i + k], before[i + k] * wanted[k] / share[k] / sum, 1e-12);
    }
  }
  const std::vector<double> wrong = {0.7, 0.1, 0.3};
  EXPECT_THAT(refused(calibrant_shift_prevalence(raw, wrong.data(), p.data(), 200)),
              HasSubstr("3: prevalence: "));
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
            "3: level: is for auto, abb, sbb, temperature, histogram, vector, matrix, not for acp");
}

TEST(CApi, FilesAndTextsComeBackWithWhatTheyKept) {
  const CRows given = rows();
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

std::string exported(const Handle& model, const char* target, const char* options) {
  char* text = nullptr;
  std::size_t length = 0;
  if (calibrant_export(model.get(), target, options, &text, &length) != CALIBRANT_OK) {
    EXPECT_EQ(text, nullptr);
    return calibrant_last_error();
  }
  std::string result(text, length);
  calibrant_free_text(text);
  return result;
}

TEST(CApi, ExportsAreThoseOfTheLibrary) {
  const Handle curve = fit("platt", nullptr);
  const Curve same = std::get<Curve>(from_json(text_of(curve)));
  EXPECT_EQ(exported(curve, "sql", nullptr), export_model(same, ExportTarget::kSql));
  EXPECT_EQ(exported(curve, "onnx", R"({"column": "s", "input": "float", "input_columns": 2})"),
            export_model(same, ExportTarget::kOnnx,
                         {.column = "s", .float_input = true, .input_columns = 2}));
  const CRows given = rows();
  std::vector<double> both;
  for (const double score : given.scores) both.insert(both.end(), {1 - score, score});
  const std::vector<const char*> names = {"a", "b"};
  calibrant_model* raw = nullptr;
  ASSERT_EQ(calibrant_fit_classes("vector", nullptr, both.data(), given.labels.data(), nullptr,
                                  given.labels.size(), names.data(), 2, &raw),
            CALIBRANT_OK);
  const Handle classes(raw);
  const auto joint = std::get<MulticlassModel>(from_json(text_of(classes)));
  EXPECT_EQ(
      exported(classes, "sql", R"({"columns": ["x", "y"], "table": "t", "keep": ["id"],
                                         "dialect": "sqlite"})"),
      export_model(
          joint, ExportTarget::kSql,
          {.dialect = SqlDialect::kSqlite, .columns = {"x", "y"}, .table = "t", .keep = {"id"}}));
  EXPECT_EQ(exported(classes, "onnx", R"({"logits": true})"),
            export_model(joint, ExportTarget::kOnnx, {.logits = true}));
  EXPECT_EQ(exported(classes, "sql", R"({"columns": ["x"]})"),
            "columns: has 1 names (the model has 2 classes)");
  EXPECT_EQ(exported(curve, "java", nullptr), "to: 'java' is not sql, c, onnx or spark");
  EXPECT_EQ(exported(curve, "sql", R"({"keep": "id"})"), "keep: \"id\" is not a list of texts");
  EXPECT_EQ(exported(curve, "sql", R"({"interval": 1})"), "interval: 1 is not true or false");
  EXPECT_EQ(exported(curve, "onnx", R"({"input_columns": -1})"),
            "input_columns: -1 is not a number of columns");
  EXPECT_EQ(exported(curve, "sql", R"({"colum": "id"})"), "colum: is not an option of exports");
  EXPECT_EQ(refused(calibrant_export(curve.get(), "sql", nullptr, nullptr, nullptr)),
            "1: text: is NULL");
}

}  // namespace
}  // namespace calibrant
