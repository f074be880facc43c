// calibrant-reproduce, as a user sees it. The figures themselves: tests/experiments.
#include <gmock/gmock.h>

#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Reproduce : public Cli {
 protected:
  const char* program() const override { return CALIBRANT_REPRODUCE; }
};

TEST_F(Reproduce, WithoutDataRunsTheRestAndSaysWhatItNeeds) {
  const Result result = run({"--repeats", "2", "--no-timing", "--out", "first"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "first/tables.html\n");
  EXPECT_THAT(result.err, AllOf(HasSubstr("a directory named by --data"),
                                HasSubstr("https://archive.ics.uci.edu/static/public/2/adult.zip"),
                                HasSubstr("https://archive.ics.uci.edu/static/public/95/"),
                                HasSubstr("md5 5d7c39d7b8804f071cdd1f2a7c460872")));
  const std::string markdown = read("first/tables.md");
  EXPECT_THAT(markdown, AllOf(HasSubstr("XOR, logistic regression"), HasSubstr("stand-in"),
                              HasSubstr("because they were not found")));
  EXPECT_THAT(read("first/tables.html"), AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg")));
  EXPECT_THAT(read("first/tables.csv"), StartsWith("dataset,classifier,stand_in,method,measure"));
  EXPECT_FALSE(std::filesystem::exists(file("first/timing.csv")));

  // The same seed, other threads, another directory: the same bytes.
  EXPECT_EQ(run({"--repeats", "2", "--no-timing", "--out", "second", "--threads", "1"}).code, 0);
  for (const char* name : {"/tables.md", "/tables.html", "/tables.csv"}) {
    EXPECT_EQ(read(std::string("first") + name), read(std::string("second") + name)) << name;
  }
}

// SPECT is in the repository: a clone alone has the table that comes out digit for digit.
TEST_F(Reproduce, WithTheDataOfTheRepositoryHasSpect) {
  const Result result =
      run({"--data", CALIBRANT_TEST_DATA, "--repeats", "2", "--no-timing", "--out", "tables"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("adult.data"), Not(HasSubstr("SPECT.train"))));
  EXPECT_THAT(read("tables/tables.md"),
              AllOf(HasSubstr("SPECT, naive Bayes"), Not(HasSubstr("Adult, naive Bayes"))));
}

TEST_F(Reproduce, RefusesWhatItCannotDo) {
  const Result once = run({"--repeats", "1"});
  EXPECT_EQ(once.code, 64);
  EXPECT_EQ(once.err,
            "calibrant-reproduce: --repeats: at least 2 were expected (a spread needs two) (see "
            "calibrant-reproduce --help)\n");
  write("taken", "");
  const Result taken = run({"--repeats", "2", "--out", "taken"});
  EXPECT_EQ(taken.code, 2);
  EXPECT_EQ(taken.err, "calibrant-reproduce: taken: cannot be made a directory\n");
  const Result unknown = run({"--tables"});
  EXPECT_EQ(unknown.code, 64);
  EXPECT_EQ(unknown.err,
            "calibrant-reproduce: The following argument was not expected: --tables (see "
            "calibrant-reproduce --help)\n");
}

// Until 0.1 it was a verb. Scripts that still say so are told where it went.
TEST_F(Cli, ReproduceSaysHowToGetIt) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"reproduce"}, {"reproduce", "--data", "uci", "--repeats", "20"}}) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 64);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err,
              "calibrant: reproduce is not part of this program: run ./dev reproduce in "
              "Calibrant's source tree, which builds calibrant-reproduce (see calibrant reproduce "
              "--help)\n");
  }
}

TEST_F(Cli, ReproduceIsNotOfferedByHelpOrCompletion) {
  EXPECT_THAT(run({"--help"}).out, Not(HasSubstr("reproduce")));
  for (const char* kind : {"man", "bash", "zsh", "fish"}) {
    EXPECT_THAT(run({"--generate", kind}).out, Not(HasSubstr("reproduce"))) << kind;
  }
}

}  // namespace
}  // namespace calibrant::testing
