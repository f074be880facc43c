// One curve, many threads: to be run with the thread sanitizer, too.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "calibrant/curve.hpp"
#include "helpers/curves.hpp"

namespace calibrant {
namespace {

TEST(CurveThreads, ReadAtOnce) {
  const auto knots = testing::strewn(testing::ways_to_strew()[6], 500, 1);
  const auto values = testing::uniform(knots.size(), 2);
  const std::vector<Curve> curves = {
      Curve(Segments{knots, values}, testing::band_around(values)),
      Curve(Steps{knots, testing::uniform(knots.size() + 1, 2)}),
      Curve(Grid{0, 1, values}),
      Curve(Sigmoid{Sigmoid::Input::kLogs, 0.1, 1, 2}),
  };
  const auto scores = testing::uniform(3000, 3);
  for (const Curve& curve : curves) {
    const auto expected = apply(curve, scores);
    std::vector<int> wrong(4, 0);
    {
      std::vector<std::jthread> threads;
      for (int& mine : wrong) {
        threads.emplace_back([&mine, &curve, &scores, &expected] {
          const Curve copy = curve;
          const auto seen = apply(copy, scores);
          for (std::size_t i = 0; i < scores.size(); ++i) {
            mine += seen[i] != expected[i] || copy(scores[i]) != expected[i] ? 1 : 0;
            if (copy.band()) mine += copy.interval(scores[i]).lower > 1 ? 1 : 0;
          }
        });
      }
    }
    EXPECT_EQ(wrong, std::vector<int>(4, 0));
  }
}

TEST(CurveThreads, ManyRowsAreShared) {
  const auto knots = testing::strewn(testing::ways_to_strew()[6], 500, 1);
  const auto values = testing::uniform(knots.size(), 2);
  const Curve curve(Segments{knots, values}, testing::band_around(values));
  const auto scores = testing::uniform(200'003, 3);
  const auto expected = apply(curve, scores);
  std::vector<double> lower(scores.size());
  std::vector<double> upper(scores.size());
  apply_interval(curve, scores, lower, upper);
  for (const unsigned threads : {0U, 2U, 7U}) {
    std::vector<double> found = scores;  // in place, too
    apply(curve, found, found, {.threads = threads});
    EXPECT_EQ(found, expected);
    std::vector<double> below(scores.size());
    std::vector<double> above(scores.size());
    apply_interval(curve, scores, below, above, {.threads = threads});
    EXPECT_EQ(below, lower);
    EXPECT_EQ(above, upper);
  }
}

}  // namespace
}  // namespace calibrant
