// What a user sees of `calibrant sql`; check_fit_query.py executes what it prints.
#include <gmock/gmock.h>

#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CliSql : public Cli {
 protected:
  Result query(const std::vector<std::string>& options) const {
    std::vector<std::string> all = {"sql", "fit-query"};
    all.insert(all.end(), options.begin(), options.end());
    return run(all);
  }

  void expect_refused(const std::vector<std::string>& options, const std::string& message) const {
    const Result result = query(options);
    EXPECT_EQ(result.code, 64);
    EXPECT_EQ(result.err, "calibrant: " + message + " (see calibrant sql --help)\n");
    EXPECT_EQ(result.out, "");
  }
};

TEST_F(CliSql, Transcript) {
  const Result result = query({"--dialect", "postgres", "--table", "ads.clicks"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, R"(SELECT
  cell AS "score",
  CAST(SUM(CASE WHEN y = 0e0 THEN 1 ELSE 0 END) AS BIGINT) AS "neg",
  CAST(SUM(CASE WHEN y = 1e0 THEN 1 ELSE 0 END) AS BIGINT) AS "pos",
  COUNT(*) AS "rows"
FROM (
  SELECT y,
    CASE WHEN x >= 0e0 AND x <= 1e0 AND (y = 0e0 OR y = 1e0)
      THEN CASE WHEN x < 5e-1 THEN 0e0 + (x * 1.7592186044417e13 - (x * 1.7592186044417e13 - x)) ELSE 1e0 - ((1e0 - x) * 1.7592186044417e13 - ((1e0 - x) * 1.7592186044417e13 - (1e0 - x))) END END AS cell
  FROM (
    SELECT
      CAST("score" AS DOUBLE PRECISION) AS x,
      CAST("label" AS DOUBLE PRECISION) AS y
    FROM "ads"."clicks"
  ) AS input
) AS cells
GROUP BY cell
ORDER BY cell
)");
}

TEST_F(CliSql, NamesAndTextsAreQuotedAsTheDialectSays) {
  const std::vector<std::string> names = {"--table", R"(a."b.""c".d`e)", "--score",
                                          "s`\"",    "--positive",       R"(it's \)"};
  const auto of = [&](const char* dialect) {
    std::vector<std::string> all = names;
    all.insert(all.end(), {"--dialect", dialect});
    return query(all).out;
  };
  EXPECT_THAT(of("spark"), HasSubstr("FROM `a`.`b.\"c`.`d``e`\n"));
  EXPECT_THAT(of("spark"), HasSubstr("TRY_CAST(`s``\"` AS DOUBLE)"));
  EXPECT_THAT(of("spark"), HasSubstr(R"(`label` = 'it\'s \\')"));
  for (const char* dialect : {"duckdb", "postgres", "sqlite"}) {
    EXPECT_THAT(of(dialect), HasSubstr("FROM \"a\".\"b.\"\"c\".\"d`e\"\n"));
    EXPECT_THAT(of(dialect), HasSubstr("(\"s`\"\"\""));
    EXPECT_THAT(of(dialect), HasSubstr(R"("label" = 'it''s \')"));
  }
}

TEST_F(CliSql, InvalidRowsAreLeftOutOnlyIfAsked) {
  EXPECT_THAT(query({"--dialect", "duckdb", "--table", "t"}).out, Not(HasSubstr("WHERE")));
  EXPECT_THAT(query({"--dialect", "duckdb", "--table", "t", "--invalid", "skip"}).out,
              HasSubstr("WHERE cell IS NOT NULL\nGROUP BY"));
}

TEST_F(CliSql, WrongUsage) {
  expect_refused({"--table", "t"}, "--dialect is required");
  expect_refused({"--dialect", "oracle", "--table", "t"},
                 "--dialect: 'oracle' is not duckdb, spark, postgres, sqlite, bigquery, snowflake, "
                 "sqlserver, mysql or redshift");
  expect_refused({"--dialect", "mysql", "--table", "t"},
                 "--dialect: mysql has no query that counts (duckdb, spark, postgres and sqlite "
                 "have)");
  expect_refused({"--dialect", "duckdb"},
                 "--table: is missing (a table or a query says where the rows are)");
  expect_refused({"--dialect", "duckdb", "--table", "t", "--query", "SELECT 1"},
                 "--table: does not go with a query (one of them has the rows)");
  expect_refused({"--dialect", "duckdb", "--query", " ; "}, "--query: is empty");
  expect_refused({"--dialect", "duckdb", "--table", "a..b"},
                 "--table: 'a..b' is not names separated by dots");
  expect_refused({"--dialect", "duckdb", "--table", "\"a"},
                 "--table: '\"a' is not names separated by dots");
  expect_refused({"--dialect", "duckdb", "--table", "t", "--score", ""}, "--score: is empty");
  expect_refused({"--dialect", "duckdb", "--table", "t", "--weight-digits", "13"},
                 "--weight-digits: 13 is not a number of decimals from 0 to 12");
  expect_refused({"--dialect", "duckdb", "--table", "t", "--cells", "wide"},
                 "--cells: 'wide' is not probability or margin");
  expect_refused({"--dialect", "duckdb", "--table", "t", "--invalid", "keep"},
                 "--invalid: 'keep' is not report or skip");
  const Result other = run({"sql", "apply", "--dialect", "duckdb", "--table", "t"});
  EXPECT_EQ(other.code, 64);
  EXPECT_EQ(other.err,
            "calibrant: 'apply' is not a query (fit-query is) (see calibrant sql --help)\n");
}

}  // namespace
}  // namespace calibrant::testing
