// Model files of format version 2, as golden_models_test.cpp has it for version 1, and the range of
// scores that they know.
//
// THIS TEST IS ADDED TO, NEVER EDITED, and neither are the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <variant>

#include "calibrant/model_file.hpp"
#include "helpers/read_csv.hpp"

namespace calibrant {
namespace {

constexpr double kTolerance = 1e-15;

std::string file(const char* version, const std::string& name) {
  return (std::filesystem::path(CALIBRANT_GOLDEN) / "models" / version / name).string();
}

// The scores of the rows that made all models of two classes: make_models_v1.py, seed 1.
constexpr ScoreRange kBinary = {.low = 0.009, .high = 0.982};

TEST(GoldenModelsV2, AreReadAndPredictWhatTheyDid) {
  for (const char* name : {"platt", "isotonic", "sbb_band", "histogram_band"}) {
    const Curve curve = load_curve(file("v2", std::string(name) + ".json"));
    const auto table = testing::read_csv(file("v2", std::string(name) + ".csv"));
    ASSERT_GE(table.size(), 10U);
    for (std::size_t i = 1; i < table.size(); ++i) {
      EXPECT_NEAR(curve(std::stod(table[i][0])), std::stod(table[i][1]), kTolerance) << name;
    }
    ASSERT_TRUE(curve.origin().scores) << name;
    EXPECT_EQ(curve.origin().scores->low, kBinary.low);
    EXPECT_EQ(curve.origin().scores->high, kBinary.high);
  }
  const Model several = load(file("v2", "multiclass.json"));
  for (const Curve& curve : std::get<MulticlassModel>(several).curves()) {
    ASSERT_TRUE(curve.origin().scores);
    EXPECT_GT(curve.origin().scores->low, 0);
    EXPECT_LT(curve.origin().scores->high, 1);
  }
}

TEST(GoldenModelsV2, VersionOneHasNoRange) {
  EXPECT_FALSE(load_curve(file("v1", "platt.json")).origin().scores);
}

}  // namespace
}  // namespace calibrant
