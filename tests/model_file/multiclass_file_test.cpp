// Models of several classes, and models that keep their observations, on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "calibrant/abb.hpp"
#include "calibrant/isotonic.hpp"
#include "calibrant/model_file.hpp"
#include "helpers/editing.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"
#include "model_file/size.hpp"

namespace calibrant {
namespace {

using testing::edited;
using ::testing::ElementsAreArray;
using ::testing::EndsWith;
using testing::error_of;
using testing::message_of;

MulticlassModel small() {
  const Curve step(Steps{{0.5}, {0.125, 0.75}}, {}, {.method = "isotonic"});
  return {{"a", "b", "ü\""}, {step, Curve(Sigmoid{}), step}};
}

Kept kept_of(std::size_t curves) {
  const auto seen = observe_counts(std::array{0.25, 0.5}, std::array{1.0, 2.5}, std::array{0., 1.});
  return {.method = "abb",
          .options = {{"lambda", 2.0}, {"scale", "rank"}, {"smoothing", false}, {"x", 0.5}},
          .observations = std::vector<Observations>(curves, seen)};
}

TEST(MulticlassFile, ComesBackToTheBit) {
  const testing::Matrix matrix = testing::draw_matrix(300, 4, 2);
  const auto seen = observe_multiclass(matrix.scores, matrix.labels, 4);
  for (const FitCurve& fit : {FitCurve([](const Observations& s) { return fit_abb(s); }),
                              FitCurve([](const Observations& s) { return fit_isotonic(s); })}) {
    const MulticlassModel model = fit_multiclass(seen, {"a", "b", "c", "ü,\"\n"}, fit);
    const std::string text = to_json(model);
    const auto back = std::get<MulticlassModel>(from_json(text));
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.names(), model.names());
    EXPECT_EQ(apply(back, matrix.scores), apply(model, matrix.scores));
    EXPECT_EQ(back.curves()[2].origin().method, model.curves()[2].origin().method);
  }
}

TEST(MulticlassFile, IsNotACurve) {
  const auto path = std::filesystem::temp_directory_path() / "calibrant_multiclass_file_test.json";
  save(small(), path);
  EXPECT_THAT(message_of<ModelError>([&] { load_curve(path); }),
              EndsWith("holds a multi-class model, which is not a curve"));
  EXPECT_EQ(std::get<MulticlassModel>(load(path)).classes(), 3U);
  std::filesystem::remove(path);
}

TEST(MulticlassFile, WrongFilesAreNamed) {
  const std::string text = to_json(small());
  EXPECT_EQ(error_of(edited(text, "\"name\":\"b\"", "\"name\":\"a\"")),
            "model.model: names[1]: 'a' is there twice");
  EXPECT_EQ(error_of(edited(text, "\"name\":\"b\"", "\"name\":\"\"")),
            "model.model: names[1]: is empty");
  EXPECT_EQ(error_of(edited(text, "\"name\":\"b\"", "\"name\":7")),
            "model.model.classes[1].name: is not a text");
  EXPECT_EQ(error_of(edited(text, ",\"name\":\"b\"", "")),
            "model.model.classes[1]: has no \"name\"");
  EXPECT_EQ(error_of(edited(text, "\"name\":\"b\"", "\"more\":1,\"name\":\"b\"")),
            "model.model.classes[1]: has an unknown key \"more\"");
  EXPECT_EQ(error_of(edited(text, "0.75", "1.75")),
            "model.model.classes[0]: values[1]: 1.75 is not a probability (0 to 1)");
  EXPECT_EQ(error_of(edited(text, "\"kind\"", "\"extra\":[],\"kind\"")),
            "model.model: has an unknown key \"extra\"");
  const std::string none = R"({"classes":[],"kind":"multiclass","library":"0.1.0"})";
  const std::size_t begin = text.find("{\"classes\"");
  const std::string body = text.substr(begin, text.rfind('}') - begin);
  EXPECT_EQ(error_of(edited(text, body, none)),
            "model.model: names: has 0 elements (two classes or more are needed)");
  EXPECT_EQ(error_of(edited(text, body, R"({"classes":7,"kind":"multiclass","library":"0.1.0"})")),
            "model.model.classes: is not an array");
  EXPECT_EQ(
      error_of(edited(text, body, R"({"classes":[7],"kind":"multiclass","library":"0.1.0"})")),
      "model.model.classes[0]: is not an object");
}

TEST(MulticlassFile, EverySingleByteFlipIsRefusedOrMeansTheSame) {
  const std::string text = to_json(small(), kept_of(3));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ (1U << bit));
      try {
        const StoredModel stored = stored_from_json(damaged);
        EXPECT_EQ(to_json(stored.model, stored.kept), text) << i << " " << damaged;
      } catch (const ModelError& error) {
        EXPECT_THAT(error.what(), ::testing::StartsWith("model"));
      }
    }
  }
}

TEST(ModelFileSize, WhatIsTooLargeToReadIsNotWritten) {
  check_size("m.json", kMaxModelBytes);
  EXPECT_EQ(message_of<ModelError>([] { check_size("m.json", kMaxModelBytes + 1); }),
            "m.json: 1073741825 bytes are too many for a model (at most 1073741824)");
}

TEST(KeptFile, ComesBackToTheBit) {
  const Curve curve(Steps{{0.5}, {0.125, 0.75}}, {}, {.method = "isotonic"});
  const std::vector<std::pair<Model, std::size_t>> models = {{curve, 1}, {small(), 3}};
  for (const auto& [model, curves] : models) {
    const Kept kept = kept_of(curves);
    const std::string text = to_json(model, kept);
    const StoredModel back = stored_from_json(text);
    ASSERT_TRUE(back.kept);
    EXPECT_EQ(back.kept->method, "abb");
    EXPECT_EQ(back.kept->options, kept.options);
    ASSERT_EQ(back.kept->observations.size(), curves);
    EXPECT_THAT(back.kept->observations[0].negatives(),
                ElementsAreArray(kept.observations[0].negatives()));
    EXPECT_EQ(to_json(back.model, back.kept), text);
    // Those who only apply it see the model alone.
    EXPECT_EQ(to_json(from_json(text)), to_json(model));
  }
  EXPECT_FALSE(stored_from_json(to_json(curve)).kept);
}

TEST(KeptFile, WhatDoesNotFitIsRefused) {
  const Curve curve(Steps{{0.5}, {0.125, 0.75}}, {}, {.method = "isotonic"});
  EXPECT_EQ(message_of<InputError>([&] { to_json(curve, kept_of(2)); }),
            "kept.observations: has 2 elements (the model needs 1)");
  EXPECT_EQ(message_of<InputError>([&] { to_json(small(), kept_of(1)); }),
            "kept.observations: has 1 elements (the model needs 3)");
  Kept bad = kept_of(1);
  bad.options["x"] = "\xFF";
  EXPECT_EQ(message_of<InputError>([&] { to_json(curve, bad); }),
            "kept: has a text that is not UTF-8");

  const std::string text = to_json(curve, kept_of(1));
  EXPECT_EQ(error_of(edited(text, "\"lambda\":2", "\"lambda\":[2]")),
            "model.model.kept.options.lambda: is not a value of an option");
  EXPECT_EQ(error_of(edited(text, "[1.0,2.5]", "[1.0,-2.5]")),
            "model.model.kept.observations[0]: negatives[1]: -2.5 is negative");
  EXPECT_EQ(error_of(edited(text, "[1.0,2.5]", "[1.0]")),
            "model.model.kept.observations[0]: negatives: has 1 elements (scores has 2)");
  EXPECT_EQ(error_of(edited(text, "\"negatives\"", "\"negative\"")),
            "model.model.kept.observations[0]: has no \"negatives\"");
  EXPECT_EQ(error_of(edited(text, "\"kept\":{", "\"kept\":{\"a\":1,")),
            "model.model.kept: has an unknown key \"a\"");
}

}  // namespace
}  // namespace calibrant
