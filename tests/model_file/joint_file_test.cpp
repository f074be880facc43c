// Several classes that were fitted together, on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibrant/method.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/update.hpp"
#include "helpers/editing.hpp"
#include "helpers/matrices.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using testing::edited;
using testing::error_of;
using ::testing::HasSubstr;
using testing::message_of;

MulticlassModel small_joint() {
  const Curve step(Steps{{0.5}, {0.125, 0.75}});
  return {{"a", "b", "c"},
          ClassModel(3, ClassInput::kProbabilities,
                     {{0.5, SoftmaxPart{0.25, {2}, {}}},
                      {0.25, OneVsRestPart{{step, step, step}}},
                      {0.25, TopLabelPart{step}}},
                     {.method = "auto", .rows = 8, .candidates = {{"temperature", 1}}})};
}

TEST(JointFile, ComesBackToTheBit) {
  const testing::Matrix matrix = testing::draw_matrix(300, 4, 2);
  std::vector<double> logits;
  for (const double p : matrix.scores) logits.push_back(std::log(p) + 3);
  for (const char* method : {"auto", "temperature", "vector", "matrix"}) {
    for (const auto& scores : {matrix.scores, logits}) {
      const MulticlassModel model =
          fit_multiclass(method, scores, matrix.labels, {"a", "b", "c", "\u00fc,\"\n"});
      const std::string text = to_json(model);
      EXPECT_THAT(text, HasSubstr("\"version\":4"));
      const auto back = std::get<MulticlassModel>(from_json(text));
      EXPECT_EQ(to_json(back), text);
      EXPECT_EQ(back.names(), model.names());
      EXPECT_EQ(back.method(), method);
      EXPECT_EQ(back.joint()->input(), model.joint()->input());
      EXPECT_EQ(describe(back.joint()->origin()), describe(model.joint()->origin()));
      EXPECT_EQ(apply(back, scores), apply(model, scores));
    }
  }
}

TEST(JointFile, BandsComeBackToTheBit) {
  const testing::Matrix matrix = testing::draw_matrix(200, 3, 2);
  for (const char* method : {"auto", "matrix"}) {
    const MulticlassModel model =
        fit_multiclass(method, matrix.scores, matrix.labels, {"a", "b", "c"}, {}, {.level = 0.9});
    const std::string text = to_json(model);
    const auto back = std::get<MulticlassModel>(from_json(text));
    EXPECT_EQ(to_json(back), text);
    ASSERT_NE(back.band(), nullptr);
    EXPECT_EQ(back.band()->level, 0.9);
    std::vector<double> lower(matrix.scores.size());
    std::vector<double> upper = lower;
    std::vector<double> low_again = lower;
    std::vector<double> high_again = lower;
    apply_interval(*model.joint(), matrix.scores, lower, upper);
    apply_interval(*back.joint(), matrix.scores, low_again, high_again);
    EXPECT_EQ(low_again, lower);
    EXPECT_EQ(high_again, upper);
  }
}

TEST(JointFile, WrongBandsAreNamed) {
  const ClassBand::Widths widths{{-1, 1}, {0.5, 0.25}};
  const std::string text = to_json(MulticlassModel(
      {"a", "b"}, ClassModel(2, ClassInput::kProbabilities, {{1, SoftmaxPart{0, {1}, {}}}}, {},
                             ClassBand{0.9, {widths, widths}})));
  const auto after = [&](const char* from, const char* to) {
    return error_of(edited(text, from, to));
  };
  const std::string legal =
      "model.model: band: has a level outside (0, 1), or not for each class log odds in ascending "
      "order with a half-width of at least 0";
  EXPECT_EQ(after("\"level\":0.9", "\"level\":1.9"), legal);
  EXPECT_EQ(after("[-1.0,1.0]", "[1.0,1.0]"), legal);
  EXPECT_EQ(after("[0.5,0.25]", "[0.5,-0.25]"), legal);
  EXPECT_EQ(after("[0.5,0.25]", "[0.5]"), legal);
  EXPECT_EQ(after("[0.5,0.25]", "[0.5,\"x\"]"),
            "model.model.band.classes[0].half_widths[1]: is not a number");
  EXPECT_EQ(after("\"level\":0.9", "\"level\":0.9,\"levels\":1"),
            "model.model.band: has an unknown key \"levels\"");
}

TEST(JointFile, WrongFilesAreNamed) {
  const std::string text = to_json(small_joint());
  const auto after = [&](const char* from, const char* to) {
    return error_of(edited(text, from, to));
  };
  EXPECT_EQ(after("\"names\":[\"a\",\"b\",\"c\"]", "\"names\":[\"a\",\"b\",7]"),
            "model.model.names[2]: is not a text");
  EXPECT_EQ(after("\"names\":[\"a\",\"b\",\"c\"]", "\"names\":[\"a\",\"b\",\"a\"]"),
            "model.model: names[2]: 'a' is there twice");
  EXPECT_EQ(after("\"names\":[\"a\",\"b\",\"c\"]", "\"names\":[\"a\"]"),
            "model.model: classes: are fewer than two");
  EXPECT_EQ(after("\"names\":[\"a\",\"b\",\"c\"]", "\"names\":[\"a\",\"b\"]"),
            "model.model: parts[1]: has not one curve per class");
  EXPECT_EQ(after("\"probabilities\"", "\"percent\""),
            "model.model.input: \"percent\" is not known");
  EXPECT_EQ(after("\"softmax\"", "\"hardmax\""),
            "model.model.parts[0].map: \"hardmax\" is not known");
  EXPECT_EQ(after("\"slopes\":[2.0]", "\"slopes\":[2.0,1.0]"),
            "model.model: parts[0]: has slopes for another number of classes");
  EXPECT_EQ(after("\"slopes\":[2.0]", "\"slopes\":[2e+200]"),
            "model.model: parts[0]: has a number beyond 1e100");
  EXPECT_EQ(after("\"intercepts\":[]", "\"intercepts\":[1.0]"),
            "model.model: parts[0]: has intercepts for another number of classes");
  EXPECT_EQ(after("\"mixing\":0.25", "\"mixing\":1.0"),
            "model.model: parts[0]: has a mixing that is not in [0, 1)");
  EXPECT_EQ(after("\"weight\":0.5", "\"weight\":0.75"),
            "model.model: parts: have weights that add up to 1.25");
  EXPECT_EQ(after("\"rows\":8.0", "\"rows\":-8.0"),
            "model.model: origin: has a text that is not UTF-8, or a number that is negative or "
            "not finite");
  EXPECT_EQ(after("0.75", "1.75"), "model.model: values[1]: 1.75 is not a probability (0 to 1)");
  EXPECT_EQ(after("\"intercepts\"", "\"extra\":1,\"intercepts\""),
            "model.model.parts[0]: has an unknown key \"extra\"");
  std::string other_version = text;
  other_version.replace(other_version.find("\"version\":4"), 11, "\"version\":3");
  EXPECT_THAT(error_of(other_version), ::testing::StartsWith("model.version: is 3 (version 5 has"));
}

TEST(JointFile, KeepsRowsAndNoObservations) {
  const auto seen = observe_counts(std::array{0.25}, std::array{1.0}, std::array{1.0});
  EXPECT_EQ(message_of<InputError>([&] {
              to_json(small_joint(), Kept{.method = "auto", .observations = {seen, seen, seen}});
            }),
            "kept.rows: has 0 classes (the model needs 3)");
  Kept kept{.method = "auto",
            .options = {{"keep_rows", 2.0}},
            .rows = {3, {0.25, 0.25, 0.5, 1, 0, 0}, {1, 0}, {2, 0.5}, {4, 2, 1}}};
  const std::string text = to_json(small_joint(), kept);
  EXPECT_THAT(text, HasSubstr(R"("kept":{"method":"auto","options":{"keep_rows":2},"rows":{)"
                              R"("labels":[1,0],"scores":[0.25,0.25,0.5,1.0,0.0,0.0],)"
                              R"("totals":[4.0,2.0,1.0],"weights":[2.0,0.5]}})"));
  EXPECT_THAT(text, HasSubstr("\"version\":4"));
  const StoredModel read = stored_from_json(text);
  EXPECT_EQ(to_json(read.model, read.kept), text);
  const auto after = [&](const std::string& from, const std::string& to) {
    return error_of(edited(text, from, to));
  };
  EXPECT_EQ(after("\"labels\":[1,0]", "\"labels\":[1,3]"),
            "model.model.kept.rows.labels: 3 is not a class (0 to 2)");
  EXPECT_EQ(after("\"labels\":[1,0]", "\"labels\":[1,0.5]"),
            "model.model.kept.rows.labels: 0.5 is not a class (0 to 2)");
  EXPECT_EQ(after("\"labels\":[1,0]", "\"labels\":[1]"),
            "model.model.kept.rows: scores: has 6 elements (1 rows of 3 classes need 3)");
  EXPECT_EQ(after("[2.0,0.5]", "[2.0,-0.5]"),
            "model.model.kept.rows: weights[1]: -0.5 is negative");
  EXPECT_EQ(after("\"rows\":{", "\"rows\":{\"a\":1,"),
            "model.model.kept.rows: has an unknown key \"a\"");
  kept.rows.weights[0] = 0;
  EXPECT_EQ(message_of<InputError>([&] { to_json(small_joint(), kept); }),
            "weights: are not all positive");
}

}  // namespace
}  // namespace calibrant
