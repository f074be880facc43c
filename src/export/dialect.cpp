// Digits: the shortest that read back will not do, since SQLite reads numbers with an error in the
// twentieth digit (one in ten thousand comes out as its neighbour, 0.906472 for one). Eighteen
// digits lie so near to the double that such an error does not matter. Numbers below 1e-280 it
// reads worse; they are written as a product with a power of two. The largest double has seventeen
// digits: with the eighteenth it is above itself, and Spark refuses that.
//
// Snowflake and Redshift may take a number for a decimal one, which has too few places. There it is
// the cast of a text.
//
// The largest of several numbers is a word that SQL Server has since 2022.
//
// How many pieces: SQLite, DuckDB and PostgreSQL take seconds for more than 10,000. BigQuery and
// Snowflake read a megabyte of text, and SQL Server 65,535 names and numbers in an expression.
#include "export/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "calibrant/error.hpp"
#include "export/plan.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

constexpr std::array<Dialect, 9> kDialects = {{
    // clang-format off
    {SqlDialect::kDuckdb,    "duckdb",    "\"\"", "DOUBLE PRECISION", "ln",  true,  true,  "greatest", "least", "",                          10'000, true},
    {SqlDialect::kSpark,     "spark",     "``",   "DOUBLE",           "ln",  true,  true,  "greatest", "least", "",                          10'000, true},
    {SqlDialect::kPostgres,  "postgres",  "\"\"", "DOUBLE PRECISION", "ln",  true,  true,  "greatest", "least", "OFFSET 0",                  10'000, true},
    {SqlDialect::kSqlite,    "sqlite",    "\"\"", "DOUBLE PRECISION", "ln",  true,  true,  "max",      "min",   "LIMIT -1",                  10'000, true},
    {SqlDialect::kBigquery,  "bigquery",  "``",   "FLOAT64",          "ln",  true,  false, "greatest", "least", "",                          4'000,  false},
    {SqlDialect::kSnowflake, "snowflake", "\"\"", "DOUBLE",           "ln",  false, true,  "greatest", "least", "",                          2'000,  false},
    {SqlDialect::kSqlserver, "sqlserver", "[]",   "DOUBLE PRECISION", "log", true,  true,  "greatest", "least", "",                          5'000,  false},
    {SqlDialect::kMysql,     "mysql",     "``",   "DOUBLE",           "ln",  true,  true,  "greatest", "least", "LIMIT 9223372036854775807", 10'000, false},
    {SqlDialect::kRedshift,  "redshift",  "\"\"", "DOUBLE PRECISION", "ln",  false, true,  "greatest", "least", "",                          10'000, false},
    // clang-format on
}};

std::string digits(double x) {
  const bool largest = std::abs(x) == std::numeric_limits<double>::max();
  const std::string full = fmt::format("{:.{}e}", x, largest ? 16 : 17);
  const std::size_t e = full.find('e');
  std::size_t end = full.find_last_not_of('0', e - 1) + 1;
  if (full[end - 1] == '.') --end;
  return fmt::format("{}e{}", full.substr(0, end), std::stoi(full.substr(e + 1)));
}

}  // namespace

std::string Dialect::number(double x) const {
  if (!exponents) return fmt::format("CAST('{}' AS {})", digits(x), real);
  const bool tiny = x != 0 && std::abs(x) < 1e-280;
  std::string text =
      tiny ? digits(std::ldexp(x, 600)) + " * " + digits(std::ldexp(1.0, -600)) : digits(x);
  return tiny || std::signbit(x) ? "(" + text + ")" : text;
}

std::string Dialect::quoted(const std::string& text) const {
  // BigQuery escapes as in texts.
  const bool escapes = value == SqlDialect::kBigquery;
  std::string result(1, quotes[0]);
  for (const char letter : text) {
    if (escapes && (letter == quotes[1] || letter == '\\')) result += '\\';
    if (!escapes && letter == quotes[1]) result += letter;
    result += letter;
  }
  return result + quotes[1];
}

const Dialect& dialect_of(SqlDialect value) {
  const auto* const found = std::ranges::find(kDialects, value, &Dialect::value);
  if (found == kDialects.end()) throw OptionError("dialect", "is not one of SqlDialect");
  return *found;
}

std::vector<std::string_view> sql_dialect_names() {
  std::vector<std::string_view> names;
  names.reserve(kDialects.size());
  for (const Dialect& dialect : kDialects) names.push_back(dialect.name);
  return names;
}

SqlDialect sql_dialect(std::string_view name) {
  const auto* const found = std::ranges::find(kDialects, name, &Dialect::name);
  if (found != kDialects.end()) return found->value;
  throw OptionError("dialect",
                    fmt::format("{} is not {}", shown(name), one_of(sql_dialect_names())));
}

}  // namespace calibrant
