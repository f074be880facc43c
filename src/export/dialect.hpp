// Dialects of SQL: their words, and names and numbers as their engines read them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "calibrant/export.hpp"

namespace calibrant {

struct Dialect {
  SqlDialect value;
  std::string_view name;
  std::string_view quotes;  ///< before and after a name; the second is doubled inside
  std::string_view real;    ///< the type of a double
  std::string_view ln;      ///< the natural logarithm
  /// Whether a number with an exponent is a double. Otherwise it is the cast of a text.
  bool exponents;
  /// Whether NaN is above all numbers, as DuckDB, PostgreSQL and Spark order it; false where every
  /// comparison with it is false. Engines without NaN do not mind.
  bool ordered_nan;
  std::string_view largest;  ///< of several numbers
  std::string_view smallest;
  /// What keeps a subquery from being merged into the query around it; nothing where no engine
  /// does.
  std::string_view fence;
  std::size_t most_pieces;  ///< of one expression
  bool counts;              ///< whether fit_query speaks it
  std::string_view string;  ///< the type of a text
  bool backslashes;         ///< whether they escape in texts

  /// Read back to the same double (dialect.cpp says why that takes eighteen digits).
  std::string number(double x) const;
  /// Quoted, whatever it contains.
  std::string quoted(const std::string& text) const;
  /// Of a table, with dots between its parts.
  std::string quoted_path(const std::string& path) const;
  /// A text as a value.
  std::string literal(std::string_view text) const;
};

const Dialect& dialect_of(SqlDialect value);

}  // namespace calibrant
