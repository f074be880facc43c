// A curve as code that runs elsewhere: in a database, in a C program, in an ONNX runtime.
#pragma once

#include <cstdint>
#include <string>

#include "calibrant/api.hpp"
#include "calibrant/curve.hpp"

namespace CALIBRANT_API calibrant {

enum class ExportTarget : std::uint8_t {
  kSql,   ///< one expression: the same text for SQLite, PostgreSQL and DuckDB, another for Spark
  kC,     ///< a self-contained C99 header
  kOnnx,  ///< a model of opset 17; the string holds its bytes
};

enum class SqlDialect : std::uint8_t { kDuckdb, kSpark, kPostgres, kSqlite };

struct ExportOptions {
  /// SQL: the column of scores, quoted whatever it contains. ONNX: the input. C has no use for it.
  std::string column = "score";
  /// C: the function. SQL: what the expression is called, if `interval` is set or the name is not
  /// empty. ONNX: the output. The bounds are NAME_lower and NAME_upper. Empty: `calibrated`.
  std::string name = {};
  /// The bounds of the band as well. Throws Error if the curve has none.
  bool interval = false;
  /// SQL: only Spark differs from the others, in its quotes and in the name of a double.
  SqlDialect dialect = SqlDialect::kDuckdb;
};

/// The same probabilities as curve(score): bit for bit for Steps, Segments and Grid, but for an
/// engine that fuses products and sums; to 1e-12 for a Sigmoid, whose exp and ln are the engine's.
/// Throws OptionError for a name that the target cannot have, InputError for a curve of more than
/// 10,000 pieces in SQL.
std::string export_model(const Curve& curve, ExportTarget target,
                         const ExportOptions& options = {});

}  // namespace calibrant
