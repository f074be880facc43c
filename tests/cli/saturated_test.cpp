// Scores of a classifier that is too sure: thousands of them are exactly 1, others the doubles just
// below. python/tests/test_naive_bayes.py has the real ones, UCI Spambase under naive Bayes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <cstddef>
#include <set>
#include <string>

#include "cli/run.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;

class Saturated : public Cli {
 protected:
  // Writes scores.csv and returns how many distinct scores it has.
  std::size_t write_scores(std::size_t rows) {
    Random random(1);
    std::string text = "score,label\n";
    std::set<double> distinct;
    for (std::size_t i = 0; i < rows; ++i) {
      const double z = 30 * random.normal();
      const double score = z > 0 ? 1 - std::exp(-z) / 2 : std::exp(z) / 2;
      distinct.insert(score);
      fmt::format_to(std::back_inserter(text), "{},{}\n", score,
                     random.uniform() < 1 / (1 + std::exp(-z / 20)) ? 1 : 0);
    }
    write("scores.csv", text);
    EXPECT_EQ(distinct.count(1), 1U);
    EXPECT_EQ(distinct.count(std::nextafter(1, 0)), 1U);
    return distinct.size();
  }
};

TEST_F(Saturated, SixFitsGiveTheSameBytes) {
  const std::size_t distinct = write_scores(4000);
  std::set<std::string> models;
  for (int k = 0; k < 6; ++k) {
    const Result result = run({"fit", "scores.csv", "-o", "model.json", "--method", "abb"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr(fmt::format("4000 rows with {} distinct scores", distinct)));
    models.insert(read("model.json"));
  }
  EXPECT_EQ(models.size(), 1U);
}

TEST_F(Saturated, CompareSaysTheSameTwice) {
  write_scores(600);
  const Result first = run({"compare", "scores.csv"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(run({"compare", "scores.csv"}).out, first.out);
}

}  // namespace
}  // namespace calibrant::testing
