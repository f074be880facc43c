// Model files of every kind, damaged in every place; and files that would be something monstrous.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "calibrant/model_file.hpp"
#include "helpers/editing.hpp"

namespace calibrant {
namespace {

using testing::edited;
using testing::error_of;

const Origin kOrigin = {.method = "abb",
                        .weight = 9,
                        .groups = 4,
                        .prevalence = 0.5,
                        .scale = Scale::kRank,
                        .log_evidence = -2.5,
                        .candidates = {{.lambda = 2, .log_evidence = -2.5, .weight = 1}}};

// A small one of each kind: what the file says.
std::vector<std::string> small_files() {
  const Observations seen =
      observe(std::vector<double>{0.125, 0.5, 0.75}, std::vector<int>{0, 1, 1});
  const Curve steps(Steps{{0.5}, {0.25, 0.75}}, Band{0.5, {0, 0.5}, {0.5, 1}}, kOrigin);
  return {
      to_json(steps),
      to_json(Curve(Segments{{-1, 2}, {0.25, 0.75}}, {}, kOrigin)),
      to_json(Curve(Grid{0, 1, {0.125, 0.5}})),
      to_json(Curve(Sigmoid{Sigmoid::Input::kScore, -1, 2, 0})),
      to_json(Curve(Sigmoid{Sigmoid::Input::kLogs, -1, 2, 0.5})),
      to_json(fit_acp(seen)),
      to_json(MulticlassModel({"a", "b"}, {steps, Curve(Grid{0, 1, {0.5}})})),
      to_json(MulticlassModel(
          {"a", "b"},
          ClassModel(2, ClassInput::kProbabilities,
                     {{0.5, SoftmaxPart{0.125, {2}, {1, -1}}},
                      {0.25, OneVsRestPart{{steps}}},
                      {0.25, TopLabelPart{steps}}},
                     {.method = "auto", .rows = 3, .candidates = {{"vector", 1}}, .changed = 1}))),
      to_json(steps, Kept{.method = "abb", .options = {{"lambda", 2.0}}, .observations = {seen}})};
}

void expect_refused_or_same(const std::string& damaged, const std::string& text) {
  try {
    const StoredModel stored = stored_from_json(damaged);
    ASSERT_EQ(to_json(stored.model, stored.kept), text) << damaged;
  } catch (const ModelError& error) {
    ASSERT_THAT(error.what(), ::testing::StartsWith("model"));
  }
}

TEST(DamagedModel, EverySingleBitFlipOfEveryKindIsRefusedOrMeansTheSame) {
  for (const std::string& text : small_files()) {
    ASSERT_EQ(error_of(text), "nothing was thrown");
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ (1U << bit));
        expect_refused_or_same(damaged, text);
      }
    }
  }
}

TEST(DamagedModel, EveryOtherByteInEveryPlaceOfTheSmallest) {
  const std::string text = to_json(Curve(Grid{0, 1, {0.5}}));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(byte);
      expect_refused_or_same(damaged, text);
    }
  }
}

TEST(DamagedModel, EveryTruncationOfEveryKindIsRefused) {
  for (const std::string& text : small_files()) {
    // The last byte is a newline, the one before it closes the object.
    for (std::size_t length = 0; length + 2 < text.size(); ++length) {
      EXPECT_THAT(error_of(text.substr(0, length)), ::testing::HasSubstr("is not JSON")) << length;
    }
  }
}

TEST(DamagedModel, BracketsDoNotExhaustTheStack) {
  // Written again for its checksum, this once ended the process.
  const std::string deep = R"({"format":"calibrant-model","version":1,"checksum":"x","model":)" +
                           std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_EQ(error_of(deep), "model: is nested too deeply (at most 32 levels)");
  const std::string text = small_files()[2];
  EXPECT_EQ(error_of(edited(text, "[0.125", std::string(40, '[') + std::string(40, ']') + ",[0.1")),
            "model: is nested too deeply (at most 32 levels)");
  // Brackets inside a text are text.
  EXPECT_EQ(
      error_of(edited(text, "\"method\":\"\"", "\"method\":\"" + std::string(99, '[') + "\"")),
      "nothing was thrown");
}

TEST(DamagedModel, MoreValuesThanAModelCanHaveAreRefusedBeforeTheyAreBuilt) {
  std::string text = "[0";
  text.reserve((std::size_t{1} << 28U) + 16);
  for (std::size_t i = 0; i < std::size_t{1} << 27U; ++i) text += ",0";
  text += ']';
  EXPECT_EQ(error_of(text), "model: 134217729 values are too many for a model (at most 134217728)");
}

}  // namespace
}  // namespace calibrant
