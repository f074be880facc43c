#include <gmock/gmock.h>

#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using Program = Cli;

TEST_F(Program, SaysItsVersion) {
  const Result result = run({"--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_EQ(result.err, "");
}

TEST_F(Program, WrongUsageIsExitCode64) {
  const Result result = run({"frobnicate"});
  EXPECT_EQ(result.code, 64);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, ::testing::StartsWith("calibrant: "));
  EXPECT_THAT(result.err, ::testing::EndsWith("(see calibrant --help)\n"));
}

}  // namespace
}  // namespace calibrant::testing
