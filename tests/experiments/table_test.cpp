#include "data/table.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"

namespace calibrant::experiments {
namespace {

using ::testing::EndsWith;

class Table : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Dataset read(const std::string& text) {
    std::ofstream(path_) << text;
    return read_table(path_);
  }
  std::string refusal(const std::string& text) {
    return testing::message_of<Error>([&] { read(text); });
  }

  std::filesystem::path path_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".csv");
};

TEST_F(Table, NumbersAreContinuousAndTextIsDiscrete) {
  const Dataset data = read("size,colour,label\n1.5,red,0\n,blue,1\n2.5,,1\n");
  EXPECT_EQ(data.levels, (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(data.labels, (std::vector<std::uint8_t>{0, 1, 1}));
  EXPECT_EQ(data.features(1, 0), 2);  // missing: the mean
  EXPECT_EQ(data.features(2, 1), 0);  // missing sorts first
  EXPECT_EQ(data.features(1, 1), 1);
  EXPECT_EQ(data.features(0, 1), 2);
}

TEST_F(Table, WhatIsWrongIsNamed) {
  EXPECT_THAT(refusal("a,label\n1,2\n"),
              EndsWith(".csv:2: the label is '2' (0 or 1 was expected)"));
  EXPECT_THAT(refusal("a,label\n1,0\n1,2,0\n"), EndsWith(".csv:3: 3 fields (2 were expected)"));
  EXPECT_THAT(refusal("a,label\n"), EndsWith(".csv: no rows below a header"));
}

}  // namespace
}  // namespace calibrant::experiments
