// What is written of the experiments: numbers, the time table, Markdown.
#include <gmock/gmock.h>

#include "output/reproduction.hpp"
#include "output/three_digits.hpp"

namespace calibrant::experiments {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ThreeDigits, HaveNoZeroBeforeThePoint) {
  EXPECT_EQ(three_digits(0.4956), ".496");
  EXPECT_EQ(three_digits(-0.02), "-.020");
  EXPECT_EQ(three_digits(1.0), "1.000");
  EXPECT_EQ(three_digits(10.25), "10.250");
  EXPECT_EQ(three_digits({.mean = 0.5, .sd = 0.0123}), ".500 ± .012");
  EXPECT_EQ(three_digits({.mean = 0.5}), ".500");
}

TEST(TimeTable, HasThePapersOrdersAndOurExponents) {
  const std::vector<Timing> timings = {{.method = "SBB",
                                        .paper_learning = "O(N²)",
                                        .paper_recall = "O(b)",
                                        .learning = {1e-5, 1e-4, 1e-3, 2},
                                        .recall = {1e-9, 1e-9, 1e-9, 1e-9},
                                        .learning_exponent = 1.07,
                                        .recall_exponent = 0}};
  EXPECT_THAT(to_markdown(describe(timings)),
              AllOf(HasSubstr("| SBB | O(N²) | N^1.07 | O(b) | N^0.00 |"),
                    HasSubstr("| SBB | 10.00 µs | 100.00 µs | 1.00 ms | 2.00 s |")));
  EXPECT_THAT(to_csv(timings), StartsWith("method,rows,learning_seconds,recall_seconds\n"
                                          "SBB,1000,1e-05,1e-09\n"));
}

TEST(Markdown, RendersBlocksInOrder) {
  Document document = {.title = "Title"};
  document.blocks.emplace_back(Heading{"One"});
  document.blocks.emplace_back(Bullets{{"a", "b"}});
  document.blocks.emplace_back(report::Table{
      .caption = "Table", .columns = {{"name", false}, {"value"}}, .rows = {{"x", "1"}}});
  EXPECT_EQ(
      to_markdown(document),
      "# Title\n\n## One\n\n* a\n* b\n\n**Table**\n\n| name | value |\n|---|--:|\n| x | 1 |\n");
}

}  // namespace
}  // namespace calibrant::experiments
