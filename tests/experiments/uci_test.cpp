// Reading the public files: shapes, and one clear line for each thing that can be wrong.
#include "data/uci.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"

namespace calibrant::experiments {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::filesystem::path kUci = CALIBRANT_SHARED "/data/uci";

class Uci : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(::testing::TempDir()) /
                 ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
  }

  std::filesystem::path directory_;
};

TEST_F(Uci, AdultHas45222CompleteRows) {
  if (!has_adult(kUci)) GTEST_SKIP() << "UCI Adult is not in " << kUci;
  const Dataset adult = read_adult(kUci);
  EXPECT_EQ(adult.rows(), 45222U);
  EXPECT_EQ(adult.levels, (std::vector<std::size_t>{0, 7, 0, 16, 0, 7, 14, 6, 5, 2, 0, 0, 0, 41}));
  double positives = 0;
  for (const std::uint8_t label : adult.labels) positives += label;
  EXPECT_EQ(positives, 11208);
}

TEST_F(Uci, MissingFilesAreNamedWithAddressAndChecksum) {
  EXPECT_THAT(
      missing_files(directory_),
      ElementsAre(HasSubstr("adult.data (md5 5d7c39d7b8804f071cdd1f2a7c460872) from https://"),
                  StartsWith("adult.test"), StartsWith("SPECT.train"),
                  HasSubstr("SPECT.test (md5 293b159e98791b39c714c4b874f5ca51) from https://")));
  write("adult.test", "");
  EXPECT_EQ(missing_files(directory_).size(), 3U);
}

TEST_F(Uci, AWrongFieldIsNamedByFileAndLine) {
  write("SPECT.train", "1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n");
  EXPECT_THAT(testing::message_of<Error>([&] { read_spect(directory_); }),
              EndsWith("SPECT.train:1: 22 fields (23 were expected)"));
  write("SPECT.train", "1,0,0,0,0,0,x,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n");
  EXPECT_THAT(testing::message_of<Error>([&] { read_spect(directory_); }),
              EndsWith("SPECT.train: 1 rows (80 were expected)"));
  write("adult.data", "39, Private, 1, Bachelors, 13, a, b, c, d, Male, 0, 0, 40, e, 50K\n");
  write("adult.test", "|1x3 Cross validator\n");
  EXPECT_THAT(testing::message_of<Error>([&] { read_adult(directory_); }),
              EndsWith("have 1 rows without '?' (45222 were expected)"));
}

TEST_F(Uci, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(testing::message_of<Error>([&] { read_spect(directory_); }),
              AllOf(HasSubstr("SPECT.train"), EndsWith("cannot be read")));
}

}  // namespace
}  // namespace calibrant::experiments
