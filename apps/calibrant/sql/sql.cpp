// calibrant sql: the queries that a fit in a database needs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "calibrant/fit_query.hpp"
#include "common/input_options.hpp"
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
  add_option(*verb, "QUERY", arguments->what, "NAME",
             "fit-query: cells of scores with their counts, for fit")
      ->required();
  add_option(*verb, "--dialect", arguments->dialect, "NAME", "duckdb, spark, postgres or sqlite")
      ->required();
  FitQueryOptions& query = arguments->query;
  add_option(*verb, "--table", query.table, "TABLE", "Where the rows are; SCHEMA.TABLE, too");
  add_option(*verb, "--query", query.query, "SQL", "Or a SELECT that gives them");
  add_option(*verb, "--score", query.score, "COLUMN", "The classifier's score (default score)");
  add_option(*verb, "--label", query.label, "COLUMN", "The true label, 0 or 1 (default label)");
  add_option(*verb, "--weight", query.weight, "COLUMN", "How often the row counts");
  add_option(*verb, "--weight-digits", query.weight_digits, "COUNT",
             "Decimals that weights are rounded to (default 6)");
  add_option(*verb, "--positive", query.positive, "LABEL",
             "The label that counts as 1; all others are 0");
  add_option(*verb, "--cells", arguments->cells, "RULE",
             "probability: scores from 0 to 1; margin: any (default probability)");
  add_option(*verb, "--invalid", arguments->invalid, "WHAT",
             "Rows that cannot be used: report (a row without a score, which fit refuses) or skip "
             "(default report)");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace calibrant::cli
