// The query that counts groups apart; check_fit_query.py and the Python package's tests execute it.
#include "calibrant/fit_query.hpp"

#include <gmock/gmock.h>

#include "calibrant/error.hpp"
#include "helpers/message.hpp"

namespace calibrant {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(FitQuery, AGroupComesFirstAndIsCountedApart) {
  const std::string text =
      fit_query({.dialect = SqlDialect::kSpark, .table = "long", .group = "a`b"});
  EXPECT_THAT(text, StartsWith("SELECT\n  k AS `a``b`,\n  cell AS `score`,\n"));
  EXPECT_THAT(text, HasSubstr(",\n      `a``b` AS k\n"));
  EXPECT_THAT(text, HasSubstr("\nGROUP BY k, cell\nORDER BY k, cell\n"));
}

TEST(FitQuery, AGroupGoesWithWeightsAndSkippedRows) {
  const std::string text =
      fit_query({.table = "long", .weight = "w", .group = "class", .invalid = InvalidRows::kSkip});
  EXPECT_THAT(text, HasSubstr(" AS units,\n    k\n"));
  EXPECT_THAT(text, HasSubstr("WHERE cell IS NOT NULL\nGROUP BY k, cell\n"));
}

TEST(FitQuery, WithoutAGroupThereIsNoKey) {
  const std::string text = fit_query({.table = "long"});
  EXPECT_THAT(text, StartsWith("SELECT\n  cell AS \"score\",\n"));
  EXPECT_THAT(text, Not(HasSubstr("AS k")));
  EXPECT_THAT(text, HasSubstr("\nGROUP BY cell\nORDER BY cell\n"));
}

TEST(FitQuery, AnEmptyGroupIsRefused) {
  const auto call = [] { static_cast<void>(fit_query({.table = "long", .group = ""})); };
  EXPECT_EQ(testing::message_of<OptionError>(call), "group: is empty");
}

}  // namespace
}  // namespace calibrant
