// A curve as code that runs elsewhere: in a database, in Spark, in a C program, in an ONNX runtime.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/curve.hpp"

namespace CALIBRANT_API calibrant {

enum class ExportTarget : std::uint8_t {
  kSql,    ///< one expression in a dialect of SQL
  kC,      ///< a self-contained C99 header
  kOnnx,   ///< a model of opset 17; the string holds its bytes
  kSpark,  ///< columns of a SELECT that Spark compiles well; helpers are called __calibrant_…
};

enum class SqlDialect : std::uint8_t {
  kDuckdb,  ///< the same text as for PostgreSQL and SQLite
  kSpark,
  kPostgres,
  kSqlite,
  kBigquery,
  kSnowflake,
  kSqlserver,
  kMysql,
  kRedshift,
};

/// The words for the enumerators, which every front end takes from here.
std::vector<std::string_view> export_target_names();
std::vector<std::string_view> sql_dialect_names();

/// The enumerator of a word. Throws OptionError, which names all words.
ExportTarget export_target(std::string_view name);
SqlDialect sql_dialect(std::string_view name);

struct ExportOptions {
  /// SQL, Spark: the column of scores, quoted whatever it contains. ONNX: the input.
  std::string column = "score";
  /// C: the function. SQL: what the expression is called, if `interval` is set or the name is not
  /// empty. ONNX, Spark: the output. The bounds are NAME_lower and NAME_upper. Empty: `calibrated`.
  std::string name = {};
  /// The bounds of the band as well. Throws Error if the curve has none.
  bool interval = false;
  SqlDialect dialect = SqlDialect::kDuckdb;
  /// Spark: what scores are. One that is NULL, NaN, infinite or no probability gives NULL.
  CellRule cells = CellRule::kProbability;
  /// Spark: the column keeps to `cells`, or is NULL, so nothing is checked again.
  bool checked = false;
  /// ONNX: the input is double[N]; or float, and with columns [N, 1] or [N, 2], whose last is used.
  bool float_input = false;
  int input_columns = 0;
};

/// The same probabilities as curve(score): bit for bit for Steps, Segments and Grid, but for an
/// engine that fuses products and sums; to 1e-12 for a Sigmoid, whose exp and ln are the engine's.
/// In Spark Segments are right to 1e-12, and a Sigmoid to 2e-11 of its value. Throws OptionError
/// for a name that the target cannot have, InputError for a curve of more pieces than the dialect
/// takes.
std::string export_model(const Curve& curve, ExportTarget target,
                         const ExportOptions& options = {});

}  // namespace calibrant
