// calibrant sql: the queries that a fit in a database needs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "calibrant/fit_query.hpp"
#include "common/output.hpp"
#include "common/verbs.hpp"

namespace calibrant::cli {
namespace {

constexpr const char* kSqlExamples = R"(Examples:
  calibrant sql fit-query --dialect duckdb --table predictions > count.sql
  duckdb scores.db -csv < count.sql | calibrant fit - -o model.json --negatives neg --positives pos
  calibrant sql fit-query --dialect spark --table ads.clicks --score ctr --label clicked --weight w)";

struct SqlArguments {
  std::string what;
  std::string dialect;
  std::string cells = "probability";
  std::string invalid = "report";
  FitQueryOptions query;
};

void run(SqlArguments& arguments) try {
  if (arguments.what != "fit-query") {
    throw UsageError(fmt::format("'{}' is not a query (fit-query is)", arguments.what));
  }
  if (arguments.invalid != "report" && arguments.invalid != "skip") {
    throw UsageError(fmt::format("--invalid: '{}' is not report or skip", arguments.invalid));
  }
  FitQueryOptions& query = arguments.query;
  query.dialect = sql_dialect(arguments.dialect);
  query.cells = cell_rule(arguments.cells);
  query.invalid = arguments.invalid == "skip" ? InvalidRows::kSkip : InvalidRows::kReport;
  write_output("-", fit_query(query));
} catch (const OptionError& error) {
  throw UsageError(fmt::format("--{}", error.what()));
}

}  // namespace

void add_sql(CLI::App& app) {
  auto arguments = std::make_shared<SqlArguments>();
  CLI::App* verb = app.add_subcommand("sql", "Print the query that counts scores in a database.");
  verb->footer(kSqlExamples);
  verb->add_option("QUERY", arguments->what,
                   "fit-query: cells of scores with their counts, for fit")
      ->required()
      ->type_name("NAME");
  verb->add_option("--dialect", arguments->dialect, "duckdb, spark, postgres or sqlite")
      ->required()
      ->type_name("NAME");
  const auto text = [&](const char* option, auto& value, const char* what, const char* type) {
    verb->add_option(option, value, what)->type_name(type);
  };
  FitQueryOptions& query = arguments->query;
  text("--table", query.table, "Where the rows are; SCHEMA.TABLE, too", "TABLE");
  text("--query", query.query, "Or a SELECT that gives them", "SQL");
  text("--score", query.score, "The classifier's score (default score)", "COLUMN");
  text("--label", query.label, "The true label, 0 or 1 (default label)", "COLUMN");
  text("--weight", query.weight, "How often the row counts", "COLUMN");
  text("--weight-digits", query.weight_digits, "Decimals that weights are rounded to (default 6)",
       "COUNT");
  text("--positive", query.positive, "The label that counts as 1; all others are 0", "LABEL");
  text("--cells", arguments->cells,
       "probability: scores from 0 to 1; margin: any (default probability)", "RULE");
  text("--invalid", arguments->invalid,
       "Rows that cannot be used: report (a row without a score, which fit refuses) or skip "
       "(default report)",
       "WHAT");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace calibrant::cli
