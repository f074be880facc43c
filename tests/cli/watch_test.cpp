// calibrant watch.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/malformed.hpp"
#include "math/log_odds.hpp"
#include "math/random.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class WatchVerb : public Malformed {
 protected:
  void SetUp() override {
    Malformed::SetUp();
    write_stream("train.csv", 1, 2000, 0, 100);
    ASSERT_EQ(run({"fit", "train.csv", "-o", "model.json", "--method", "platt-logit"}).code, 0);
    write_stream("calm.csv", 2, 3000, 0, 100);
    write_stream("changed.csv", 3, 3000, 0.7, 4000);
  }

  void write_stream(const std::string& name, std::uint64_t seed, std::size_t rows, double shift,
                    std::size_t first_time) {
    RandomStream random(seed);
    std::string text = "score,label,when\n";
    for (std::size_t i = 0; i < rows; ++i) {
      const double u = random.normal();
      const int label = random.uniform() < logistic(u + shift) ? 1 : 0;
      text += fmt::format("{},{},{}\n", logistic(u), label, first_time + i);
    }
    write(name, text);
  }

  Result watch(const std::string& rows, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"watch", "model.json", rows, "--state", "watch.json"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

TEST_F(WatchVerb, RaisesAnAlarmWithExitCodeThree) {
  const Result calm = watch("calm.csv", {"--time", "when"});
  EXPECT_EQ(calm.code, 0) << calm.err;
  EXPECT_THAT(calm.out, StartsWith("No alarm after 3,000 rows.\n"));
  const Result changed = watch(
      "changed.csv", {"--time", "when", "--html", "watch.html", "--prometheus", "watch.prom"});
  EXPECT_EQ(changed.code, 3) << changed.err;
  EXPECT_THAT(changed.out, StartsWith("Alarm: the probabilities are not calibrated any more."));
  EXPECT_THAT(changed.out, HasSubstr("To refit: calibrant fit changed.csv -o NEW_MODEL.json"));
  EXPECT_THAT(read("watch.prom"), HasSubstr("\ncalibrant_watch_alarm 1\n"));
  EXPECT_THAT(read("watch.prom"), HasSubstr("\ncalibrant_watch_rows 6000\n"));
  EXPECT_THAT(read("watch.html"), HasSubstr("Evidence against the model"));
}

TEST_F(WatchVerb, TwoCallsAreOne) {
  const std::string calm = read("calm.csv");
  const std::string changed = read("changed.csv");
  write("both.csv", calm + changed.substr(changed.find('\n') + 1));
  watch("calm.csv");
  const Result parts = watch("changed.csv", {"--json"});
  ASSERT_EQ(run({"watch", "model.json", "both.csv", "--state", "other.json"}).code, 3);
  Result whole =
      run({"watch", "model.json", "both.csv", "--state", "third.json", "--json", "--threads", "1"});
  const std::string file = "\"both.csv\"";
  EXPECT_THAT(whole.out, HasSubstr(file));
  const auto numbers = [](const std::string& text) { return text.substr(text.find("\"largest")); };
  const auto cut = [&](std::string text) { return text.substr(0, text.find("\"sentences\"")); };
  EXPECT_EQ(cut(numbers(parts.out)), cut(numbers(whole.out)));
  EXPECT_EQ(parts.out.substr(parts.out.find("\"streams\"")),
            whole.out.substr(whole.out.find("\"streams\"")));
}

TEST_F(WatchVerb, TimeSortsTheRows) {
  std::string backwards = "score,label,when\n";
  std::vector<std::string> lines;
  std::istringstream text(read("calm.csv"));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  for (std::size_t i = lines.size(); i-- > 1;) backwards += lines[i] + "\n";
  write("backwards.csv", backwards);
  watch("calm.csv", {"--time", "when"});
  const std::string state = read("watch.json");
  ASSERT_EQ(
      run({"watch", "model.json", "backwards.csv", "--state", "other.json", "--time", "when"}).code,
      0);
  EXPECT_EQ(read("other.json"), state);
}

TEST_F(WatchVerb, WhatIsWrongIsSaidAndTheStateStays) {
  watch("calm.csv", {"--time", "when"});
  const std::string state = read("watch.json");
  const auto refused = [&](const std::string& rows, std::vector<std::string> more = {}) {
    const Result result = watch(rows, std::move(more));
    EXPECT_EQ(read("watch.json"), state);
    return fmt::format("{}: {}", result.code, result.err);
  };
  EXPECT_EQ(refused("calm.csv", {"--time", "when"}),
            "2: calibrant: calm.csv: a row of '100' is older than '3099', the newest row that was "
            "watched\n");
  write("bad.csv", "score,label,when\n0.5,1,4000\n0.5,7,4001\n");
  EXPECT_THAT(refused("bad.csv"), HasSubstr("2: calibrant: bad.csv:3: column 'label'"));
  EXPECT_THAT(refused("changed.csv", {"--time", "hour"}), HasSubstr("has no column 'hour'"));
  EXPECT_EQ(
      refused("changed.csv", {"--alpha", "0.01"}),
      "64: calibrant: --alpha: watch.json was begun with 0.05 (see calibrant watch --help)\n");
  ASSERT_EQ(run({"fit", "train.csv", "-o", "other.json"}).code, 0);
  EXPECT_EQ(run({"watch", "other.json", "changed.csv", "--state", "watch.json"}).err,
            "calibrant: watch.json: watches another model than other.json\n");
  EXPECT_EQ(run({"watch", "model.json", "changed.csv", "--state", "model.json"}).err,
            "calibrant: model.json: is also the input (nothing was written)\n");
  EXPECT_EQ(read("watch.json"), state);
}

TEST_F(WatchVerb, TheSameRowsTwiceAreRefused) {
  watch("calm.csv");
  const std::string state = read("watch.json");
  const Result again = watch("calm.csv");
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.err,
            "calibrant: calm.csv: these rows were watched before (nothing was changed)\n");
  EXPECT_EQ(read("watch.json"), state);
}

}  // namespace
}  // namespace calibrant::testing
