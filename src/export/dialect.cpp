// Digits: the shortest that read back will not do, since SQLite reads numbers with an error in the
// twentieth digit (one in ten thousand comes out as its neighbour, 0.906472 for one). So they have
// to be nearer to the double than half-way to the next, by a tenth of that; eighteen always are.
// Numbers below 1e-280 it reads worse; they are written as a product with a power of two. The
// largest double has seventeen digits: with the eighteenth it is above itself, and Spark refuses
// that.
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
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrant/error.hpp"
#include "export/plan.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

constexpr std::array<Dialect, 9> kDialects = {{
    // clang-format off
    {SqlDialect::kDuckdb,    "duckdb",    "\"\"", "FLOAT8",           "ln",  true,  true,  "greatest", "least", "",                          10'000, true,  "VARCHAR",          false},
    {SqlDialect::kSpark,     "spark",     "``",   "DOUBLE",           "ln",  true,  true,  "greatest", "least", "",                          10'000, true,  "STRING",           true},
    {SqlDialect::kPostgres,  "postgres",  "\"\"", "FLOAT8",           "ln",  true,  true,  "greatest", "least", "OFFSET 0",                  10'000, true,  "VARCHAR",          false},
    {SqlDialect::kSqlite,    "sqlite",    "\"\"", "FLOAT8",           "ln",  true,  true,  "max",      "min",   "LIMIT -1",                  10'000, true,  "VARCHAR",          false},
    {SqlDialect::kBigquery,  "bigquery",  "``",   "FLOAT64",          "ln",  true,  false, "greatest", "least", "",                          4'000,  false, "STRING",           true},
    {SqlDialect::kSnowflake, "snowflake", "\"\"", "DOUBLE",           "ln",  false, true,  "greatest", "least", "",                          2'000,  false, "VARCHAR",          true},
    {SqlDialect::kSqlserver, "sqlserver", "[]",   "DOUBLE PRECISION", "log", true,  true,  "greatest", "least", "",                          5'000,  false, "NVARCHAR(MAX)",    false},
    {SqlDialect::kMysql,     "mysql",     "``",   "DOUBLE",           "ln",  true,  true,  "greatest", "least", "LIMIT 9223372036854775807", 10'000, false, "CHAR",             true},
    {SqlDialect::kRedshift,  "redshift",  "\"\"", "FLOAT8",           "ln",  false, true,  "greatest", "least", "",                          10'000, false, "VARCHAR(65535)",   true},
    // clang-format on
}};

struct Decimal {
  std::string text;           // such as 1.25e-3
  std::uint64_t significand;  // with 19 digits
  int exponent;
};

Decimal decimal(double x, int places) {
  constexpr std::size_t kDigits = 19;
  const std::string full = fmt::format("{:.{}e}", x, places);
  const std::size_t e = full.find('e');
  std::string digits;
  std::ranges::copy_if(full.substr(0, e), std::back_inserter(digits),
                       [](char c) { return c >= '0' && c <= '9'; });
  digits.resize(kDigits, '0');
  std::size_t end = places == 0 ? e : full.find_last_not_of('0', e - 1) + 1;
  if (full[end - 1] == '.') --end;
  const int exponent = std::stoi(full.substr(e + 1));
  return {fmt::format("{}e{}", full.substr(0, end), exponent), std::stoull(digits), exponent};
}

// Fewer do not read back as x.
int least_places(double x) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  const std::string_view shortest(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t point = shortest.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(shortest.find('e') - point) - 1;
}

// Of the distance to the next double: a number so near is read as this one by everybody.
constexpr double kNear = 0.45;

constexpr int kAllPlaces = 17;

std::string digits(double x) {
  const double size = std::abs(x);
  if (size == std::numeric_limits<double>::max()) return decimal(x, kAllPlaces - 1).text;
  const Decimal exact = decimal(x, kAllPlaces + 1);
  // The distance to the next double, as such a significand counts.
  const double to_next = (std::nextafter(size, 0) - size) / std::pow(10.0, exact.exponent - 18);
  for (int places = least_places(x); places < kAllPlaces; ++places) {
    Decimal shorter = decimal(x, places);
    const auto [low, high] = std::minmax(shorter.significand, exact.significand);
    const bool near = static_cast<double>(high - low) + 1 <= kNear * std::abs(to_next);
    if (shorter.exponent == exact.exponent && near) return std::move(shorter.text);
  }
  return decimal(x, kAllPlaces).text;
}

}  // namespace

std::string Dialect::quoted_path(const std::string& path) const {
  std::string result;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    result += (begin == 0 ? "" : ".") + quoted(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string Dialect::literal(std::string_view text) const {
  std::string result = value == SqlDialect::kSqlserver ? "N'" : "'";
  for (const char c : text) {
    if (backslashes && (c == '\\' || c == '\'')) {
      result += '\\';
    } else if (c == '\'') {
      result += '\'';
    }
    if (backslashes && (c == '\n' || c == '\r')) {
      result += c == '\n' ? "\\n" : "\\r";
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::string Dialect::number(double x) const {
  if (!exponents) return fmt::format("CAST('{}' AS {})", digits(x), real);
  const bool tiny = x != 0 && std::abs(x) < 1e-280;
  // PostgreSQL multiplies decimal numbers before it rounds, so that both need all their digits.
  std::string text = tiny ? decimal(std::ldexp(x, 600), kAllPlaces).text + " * " +
                                decimal(std::ldexp(1.0, -600), kAllPlaces).text
                          : digits(x);
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
