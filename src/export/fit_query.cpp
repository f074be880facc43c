// The cell rule as SQL (src/observations/cells.cpp explains it), and sums that no order can change.
//
// Three nested SELECTs. Inside: the columns as doubles x, y and w, NULL where a value is no number.
// Around it: the cell, NULL where the row cannot be used, and the weight as a whole number of units
// (millionths, by default). Outside: the sums. NaN is above all numbers for DuckDB, PostgreSQL and
// Spark, and NULL for SQLite, so a pair of comparisons tells what is finite.
//
// Dialects differ in the name of a double, in quotes, and in what they do with a text that is no
// number: DuckDB and Spark give NULL when asked (TRY_CAST); PostgreSQL stops; SQLite would take it
// for 0, so there only numbers count. A cast from double to integer rounds in some engines and cuts
// in others: FLOOR comes first. SQLite may lack FLOOR, but it cuts.
//
// SQLite prints numbers with fifteen digits, so there they are made text with eighteen: seventeen
// come out wrong above 1e130.
#include "calibrant/fit_query.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "calibrant/error.hpp"
#include "export/dialect.hpp"
#include "observations/cell_rule.hpp"

namespace calibrant {
namespace {

constexpr int kMostDigits = 12;
// Units beyond are not all doubles.
constexpr double kMostUnits = 0x1p53;

// All dialects that count write numbers alike.
std::string sql_number(double x) { return dialect_of(SqlDialect::kDuckdb).number(x); }

std::string name(const FitQueryOptions& options, const std::string& text) {
  return dialect_of(options.dialect).quoted(text);
}

std::string literal(const FitQueryOptions& options, const std::string& text) {
  const bool spark = options.dialect == SqlDialect::kSpark;
  std::string result = "'";
  for (const char letter : text) {
    if (spark && (letter == '\'' || letter == '\\')) result += '\\';
    if (!spark && letter == '\'') result += letter;
    result += letter;
  }
  return result + "'";
}

// a.b."c.d" are three names.
std::vector<std::string> parts_of(const std::string& table) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char letter = table[i];
    if (letter == '"' && quoted && i + 1 < table.size() && table[i + 1] == '"') {
      parts.back() += letter;
      ++i;
    } else if (letter == '"' && (quoted || parts.back().empty())) {
      quoted = !quoted;
    } else if (letter == '.' && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  for (const std::string& part : parts) {
    if (part.empty() || quoted) {
      throw OptionError("table", fmt::format("'{}' is not names separated by dots", table));
    }
  }
  return parts;
}

std::string source(const FitQueryOptions& options) {
  if (!options.query.empty()) {
    const std::size_t end = options.query.find_last_not_of("; \t\r\n");
    if (end == std::string::npos) throw OptionError("query", "is empty");
    // On lines of its own: it may end in a comment.
    return fmt::format("(\n{}\n    ) AS source", options.query.substr(0, end + 1));
  }
  std::string text;
  for (const std::string& part : parts_of(options.table)) {
    text += (text.empty() ? "" : ".") + name(options, part);
  }
  return text;
}

// A column as a double; NULL for what is no number, where the engine lets us ask.
std::string as_double(const FitQueryOptions& options, const std::string& column) {
  const std::string quoted = name(options, column);
  switch (options.dialect) {
    case SqlDialect::kDuckdb:
    case SqlDialect::kSpark:
      return fmt::format("TRY_CAST({} AS DOUBLE)", quoted);
    case SqlDialect::kPostgres:
      return fmt::format("CAST({} AS DOUBLE PRECISION)", quoted);
    case SqlDialect::kSqlite:
      return fmt::format("CASE WHEN typeof({0}) IN ('integer', 'real') THEN CAST({0} AS REAL) END",
                         quoted);
    default:
      return {};  // check() refused it
  }
}

std::string label_text(const FitQueryOptions& options) {
  if (!options.positive) return as_double(options, options.label);
  return fmt::format("CASE WHEN {0} IS NULL THEN NULL WHEN {0} = {1} THEN 1e0 ELSE 0e0 END",
                     name(options, options.label), literal(options, *options.positive));
}

// c - (c - x) with c = x * splitter.
std::string rounded(const std::string& x, double splitter) {
  return fmt::format("{0} * {1} - ({0} * {1} - {0})", x, sql_number(splitter));
}

// Adding zero makes -0 and 0 one.
std::string cell_text(CellRule rule) {
  if (rule == CellRule::kProbability) {
    return fmt::format("CASE WHEN x < 5e-1 THEN 0e0 + ({}) ELSE 1e0 - ({}) END",
                       rounded("x", kProbabilitySplitter),
                       rounded("(1e0 - x)", kProbabilitySplitter));
  }
  const std::string most = sql_number(kLargestRounded);
  return fmt::format("CASE WHEN x > -{0} AND x < {0} THEN 0e0 + ({1}) ELSE x END", most,
                     rounded("x", kMarginSplitter));
}

std::string unit_text(const FitQueryOptions& options) {
  return fmt::format("1e{}", options.weight_digits);
}

std::string valid_text(const FitQueryOptions& options) {
  const std::string most = sql_number(std::numeric_limits<double>::max());
  std::string text = options.cells == CellRule::kProbability
                         ? "x >= 0e0 AND x <= 1e0"
                         : fmt::format("x >= -{0} AND x <= {0}", most);
  text += " AND (y = 0e0 OR y = 1e0)";
  if (options.weight) {
    text += fmt::format(" AND (w = 0e0 OR (w >= 5e-{} AND w <= {} / {}))",
                        options.weight_digits + 1, sql_number(kMostUnits), unit_text(options));
  }
  return text;
}

// The weight in whole units; the row is valid.
std::string units_text(const FitQueryOptions& options) {
  const std::string units = fmt::format("w * {} + 5e-1", unit_text(options));
  switch (options.dialect) {
    case SqlDialect::kSqlite:
      return fmt::format("CAST({} AS INTEGER)", units);
    case SqlDialect::kSpark:  // sums of its integers may wrap around
      return fmt::format("CAST(FLOOR({}) AS DECIMAL(20, 0))", units);
    default:
      return fmt::format("CAST(FLOOR({}) AS BIGINT)", units);
  }
}

// In SQLite, every digit that a double has.
std::string shown(const FitQueryOptions& options, const std::string& value) {
  if (options.dialect != SqlDialect::kSqlite) return value;
  return fmt::format("CASE WHEN {0} IS NULL THEN NULL ELSE printf('%!.18g', {0}) END", value);
}

std::string sum_text(const FitQueryOptions& options, const char* label) {
  if (!options.weight) {
    return fmt::format("CAST(SUM(CASE WHEN y = {} THEN 1 ELSE 0 END) AS BIGINT)", label);
  }
  const char* type = options.dialect == SqlDialect::kPostgres ? "DOUBLE PRECISION" : "DOUBLE";
  return shown(options, fmt::format("CAST(SUM(CASE WHEN y = {} THEN units ELSE 0 END) AS {}) / {}",
                                    label, type, unit_text(options)));
}

void check(const FitQueryOptions& options) {
  const auto check_name = [](const char* option, const std::string& text) {
    if (text.empty()) throw OptionError(option, "is empty");
  };
  if (!dialect_of(options.dialect).counts) {
    throw OptionError("dialect", fmt::format("{} has no query that counts (duckdb, spark, postgres "
                                             "and sqlite have)",
                                             dialect_of(options.dialect).name));
  }
  if (options.table.empty() == options.query.empty()) {
    throw OptionError("table", options.table.empty()
                                   ? "is missing (a table or a query says where the rows are)"
                                   : "does not go with a query (one of them has the rows)");
  }
  check_name("score", options.score);
  check_name("label", options.label);
  if (options.weight) check_name("weight", *options.weight);
  if (options.group) check_name("group", *options.group);
  if (options.weight_digits < 0 || options.weight_digits > kMostDigits) {
    throw OptionError("weight-digits", fmt::format("{} is not a number of decimals from 0 to {}",
                                                   options.weight_digits, kMostDigits));
  }
}

}  // namespace

std::string fit_query(const FitQueryOptions& options) {
  check(options);
  const std::string valid = valid_text(options);
  std::string inner = fmt::format("{} AS x,\n      {} AS y", as_double(options, options.score),
                                  label_text(options));
  std::string middle = fmt::format("y,\n    CASE WHEN {}\n      THEN {} END AS cell", valid,
                                   cell_text(options.cells));
  if (options.weight) {
    inner += fmt::format(",\n      {} AS w", as_double(options, *options.weight));
    middle +=
        fmt::format(",\n    CASE WHEN {}\n      THEN {} END AS units", valid, units_text(options));
  }
  std::string first;
  std::string keys = "cell";
  if (options.group) {
    inner += fmt::format(",\n      {} AS k", name(options, *options.group));
    middle += ",\n    k";
    first = fmt::format("  k AS {},\n", name(options, *options.group));
    keys = "k, cell";
  }
  const auto out = [&](const char* column) { return name(options, column); };
  return fmt::format("SELECT\n{}  {} AS {},\n  {} AS {},\n  {} AS {},\n  COUNT(*) AS {}\n", first,
                     shown(options, "cell"), out("score"), sum_text(options, "0e0"), out("neg"),
                     sum_text(options, "1e0"), out("pos"), out("rows")) +
         fmt::format("FROM (\n  SELECT {}\n  FROM (\n    SELECT\n      {}\n    FROM {}\n", middle,
                     inner, source(options)) +
         fmt::format("  ) AS input\n) AS cells\n{}GROUP BY {}\nORDER BY {}\n",
                     options.invalid == InvalidRows::kSkip ? "WHERE cell IS NOT NULL\n" : "", keys,
                     keys);
}

}  // namespace calibrant
