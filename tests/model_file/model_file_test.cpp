#include "calibrant/model_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "calibrant/abb.hpp"
#include "calibrant/beta.hpp"
#include "calibrant/histogram.hpp"
#include "calibrant/platt.hpp"
#include "calibrant/sbb.hpp"
#include "helpers/editing.hpp"
#include "helpers/shapes.hpp"

namespace calibrant {
namespace {

namespace fs = std::filesystem;
using testing::edited;
using testing::error_of;

class ModelFile : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() /
                 ("calibrant_model_file_" + std::to_string(::getpid()) + "_" +
                  ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path file(const std::string& name) const { return directory_ / name; }

  fs::path directory_;
};

std::vector<Curve> curves() {
  const auto sample = testing::draw(testing::Shape::kSharp, 200);
  const auto seen = observe(sample.scores, sample.labels);
  return {fit_abb(seen, {.level = 0.9}),
          fit_sbb(seen, {.level = 0.5}),
          fit_histogram(seen),
          fit_platt(seen),
          fit_platt(seen, {.input = Sigmoid::Input::kLogit}),
          fit_beta(seen),
          Curve(Grid{-0.5, 2, {0.1, 0.7, 0.3}})};
}

TEST_F(ModelFile, EveryCurveComesBackToTheBit) {
  for (const Curve& curve : curves()) {
    save(curve, file("model.json"));
    const Curve back = load_curve(file("model.json"));
    SCOPED_TRACE(curve.origin().method);
    EXPECT_EQ(to_json(back), to_json(curve));
    for (const double x : {-1.0, 0.0, 0.123, 0.5, 0.77, 1.0, 2.0}) {
      EXPECT_EQ(back(x), curve(x));
      if (curve.band()) {
        EXPECT_EQ(back.interval(x).upper, curve.interval(x).upper);
      }
    }
    EXPECT_EQ(back.origin().method, curve.origin().method);
    EXPECT_EQ(back.origin().log_evidence, curve.origin().log_evidence);
    EXPECT_EQ(back.origin().candidates.size(), curve.origin().candidates.size());
  }
}

TEST_F(ModelFile, AcpComesBack) {
  const AcpModel acp =
      fit_acp(observe(std::array{0.1, 0.4, 0.6, 0.9}, std::array<int, 4>{0, 0, 1, 1}));
  save(acp, file("acp.json"));
  const auto back = std::get<AcpModel>(load(file("acp.json")));
  EXPECT_EQ(back(0.5, 0.3, 0.7), acp(0.5, 0.3, 0.7));
  try {
    load_curve(file("acp.json"));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), ::testing::EndsWith("holds an ACP model, which is not a curve"));
  }
}

TEST_F(ModelFile, EverySingleByteFlipIsRefusedOrMeansTheSame) {
  const Curve curve(Steps{{0.5, 0.75}, {0.125, 0.25, 0.9}}, Band{0.9, {0, 0.1, 0.5}, {0.5, 0.6, 1}},
                    {.method = "sbb", .weight = 9, .groups = 4, .prevalence = 0.5});
  const std::string text = to_json(curve);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ (1U << bit));
      try {
        const Model model = from_json(damaged);
        EXPECT_EQ(to_json(model), text) << i << " " << damaged;
      } catch (const ModelError& error) {
        EXPECT_THAT(error.what(), ::testing::StartsWith("model"));
      }
    }
  }
}

TEST_F(ModelFile, EveryTruncationIsRefused) {
  const std::string text = to_json(curves()[3]);
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_THAT(error_of(text.substr(0, length)), ::testing::HasSubstr("is not JSON")) << length;
  }
}

// The checksum does not cover it.
std::string with_version(std::string text, char version) {
  const std::string key = "\"version\":";
  text[text.find(key) + key.size()] = version;
  return text;
}

// Version 2 is version 1 with the range of the scores; what has none is still written as version 1.
TEST_F(ModelFile, TheRangeOfTheScoresIsVersionTwo) {
  const Origin plain = {.method = "abb", .weight = 3};
  Origin ranged = plain;
  ranged.scores = ScoreRange{-0.5, 0.75};
  const Curve without(Steps{{}, {0.5}}, {}, plain);
  const Curve with(Steps{{}, {0.5}}, {}, ranged);
  EXPECT_THAT(to_json(without), ::testing::HasSubstr("\"version\":1,"));
  const std::string text = to_json(with);
  EXPECT_THAT(text, ::testing::HasSubstr("\"version\":2,"));
  EXPECT_THAT(text, ::testing::HasSubstr("\"scores\":[-0.5,0.75]"));
  const auto read = std::get<Curve>(from_json(text)).origin().scores;
  ASSERT_TRUE(read);
  EXPECT_EQ(read->low, -0.5);
  EXPECT_EQ(read->high, 0.75);
  const MulticlassModel several({"a", "b"}, {without, with});
  EXPECT_THAT(to_json(several), ::testing::HasSubstr("\"version\":2,"));
  EXPECT_EQ(to_json(from_json(to_json(several))), to_json(several));

  const std::string why =
      " (version 5 has groups, version 4 has classes that are fitted together, version 3 keeps "
      "options, version 2 has a "
      "range of scores, version 1 has none of these)";
  EXPECT_EQ(error_of(with_version(text, '1')), "model.version: is 1" + why);
  EXPECT_EQ(error_of(with_version(to_json(without), '2')), "model.version: is 2" + why);
  EXPECT_EQ(error_of(with_version(text, '3')), "model.version: is 3" + why);
  EXPECT_EQ(error_of(edited(text, "[-0.5,0.75]", "[-0.5]")),
            "model.model.origin.scores: is not a pair of numbers");
  EXPECT_EQ(error_of(edited(text, "[-0.5,0.75]", "[0.75,-0.5]")),
            "model.model: origin.scores: 0.75 is above -0.5");
  EXPECT_EQ(error_of(edited(text, "[-0.5,0.75]", "[0.5,\"a\"]")),
            "model.model.origin.scores[1]: is not a number");
}

TEST_F(ModelFile, WrongFilesAreNamed) {
  const std::string text = to_json(Curve(Segments{{0, 1}, {0.25, 0.75}}, {}, {.method = "abb"}));
  EXPECT_EQ(error_of("not json"), "model: is not JSON (byte 2)");
  EXPECT_EQ(error_of("[1e999]"), "model: has a number that is out of range");
  EXPECT_EQ(error_of("[]"), "model: is not an object");
  EXPECT_EQ(error_of("{}"), "model: has no \"format\"");
  EXPECT_EQ(error_of(R"({"format":"other"})"), "model.format: is not \"calibrant-model\"");
  EXPECT_EQ(error_of(R"({"format":"calibrant-model","version":6})"),
            "model.version: 6 is not known (this release reads 1 to 5)");
  EXPECT_EQ(error_of(R"({"format":"calibrant-model","version":1,"checksum":"","model":{},"x":1})"),
            "model: has an unknown key \"x\"");
  EXPECT_EQ(error_of(R"({"format":"calibrant-model","version":1,"checksum":"","model":{}})"),
            "model: the checksum does not match (the file was damaged or edited)");
  EXPECT_EQ(error_of(edited(text, "0.25", "1.25")),
            "model.model: values[0]: 1.25 is not a probability (0 to 1)");
  EXPECT_EQ(error_of(edited(text, "\"shape\":\"segments\"", "\"shape\":\"spline\"")),
            "model.model.curve.shape: \"spline\" is not known");
  EXPECT_EQ(error_of(edited(text, "\"kind\":\"curve\"", "\"kind\":\"tree\"")),
            "model.model.kind: \"tree\" is not known");
  EXPECT_EQ(error_of(edited(text, "\"knots\"", "\"nots\"")), "model.model.curve: has no \"knots\"");
  EXPECT_EQ(error_of(edited(text, "[0.0,1.0]", "[0.0,\"a\"]")),
            "model.model.curve.knots[1]: is not a number");
  EXPECT_EQ(error_of(edited(text, "[0.0,1.0]", "7")), "model.model.curve.knots: is not an array");
  const std::string counted = to_json(Curve(Steps{{}, {0.5}}, {}, {.method = "sbb", .groups = 4}));
  for (const char* wrong : {"-4", "4.5", "\"4\""}) {
    EXPECT_EQ(error_of(edited(counted, "\"groups\":4", std::string("\"groups\":") + wrong)),
              "model.model.origin.groups: is not a count");
  }
  const std::string candidate = to_json(
      Curve(Steps{{}, {0.5}}, {}, {.method = "sbb", .candidates = {{.lambda = 2, .weight = 1}}}));
  EXPECT_EQ(error_of(edited(candidate, "\"lambda\":2.0", "\"lambda\":0.0")),
            "model.model: origin.candidates[0]: lambda 0 is not positive (0 is for a base without "
            "bins)");
  EXPECT_EQ(error_of(edited(candidate, "\"lambda\":2.0,", "")),
            "model.model.origin.candidates[0]: has no \"lambda\"");
}

TEST_F(ModelFile, FilesThatCannotBeReadOrWrittenAreNamed) {
  const Curve curve(Segments{{0, 1}, {0.25, 0.75}});
  const auto message = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message([&] { load_curve(file("none.json")); }),
            file("none.json").string() + ": cannot be read (No such file or directory)");
  EXPECT_EQ(message([&] { load_curve(directory_); }), directory_.string() + ": is a directory");
  EXPECT_EQ(message([&] { save(curve, directory_); }),
            directory_.string() + ": cannot be written (Is a directory)");
  EXPECT_EQ(message([&] { save(curve, directory_ / "no" / "model.json"); }),
            (directory_ / "no" / "model.json").string() +
                ": cannot be written (No such file or directory)");
}

TEST_F(ModelFile, AFailedSaveLeavesTheOldFileAndNothingElse) {
  const Curve curve(Segments{{0, 1}, {0.25, 0.75}});
  save(curve, file("model.json"));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator{}), 1);
  // Replacing keeps to the same name, whole.
  save(Curve(Segments{{0, 1}, {0.5, 0.5}}), file("model.json"));
  EXPECT_EQ(load_curve(file("model.json"))(0.0), 0.5);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator{}), 1);
}

}  // namespace
}  // namespace calibrant
