// A model as code that runs elsewhere: in a database, in Spark, in a C program, in an ONNX runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibrant/api.hpp"
#include "calibrant/cells.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/groups.hpp"
#include "calibrant/multiclass.hpp"

namespace CALIBRANT_API calibrant {

enum class ExportTarget : std::uint8_t {
  kSql,    ///< one expression in a dialect of SQL; of several classes, a query
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
/// Whether ONNX's input is of floats: double or float. Throws OptionError for another word.
bool float_input(std::string_view name);

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
  /// ONNX: the input is of floats, not doubles.
  bool float_input = false;
  /// ONNX: the input is [N] for 0 and [N, C] for C. A curve takes 0, 1 or 2 and uses the last
  /// column. A model of several classes takes as many as it has classes. If it maps two classes
  /// together, it takes 0 and 1, too, for the second class alone. Absent: 0 for a curve, else the
  /// classes.
  std::optional<int> input_columns = {};
  /// ONNX: the input holds logits, whose softmax the model takes. One column holds the logit of the
  /// second class. A model that was fitted to logits takes them as they are.
  bool logits = false;
  /// SQL of several classes: the column of each class. Empty: p_CLASS.
  std::vector<std::string> columns = {};
  /// Groups: their column. Empty: that of the fit.
  std::string group = {};
  /// SQL of several classes or of groups: the table, with dots between its parts.
  std::string table = "scores";
  /// SQL of several classes or of groups: columns that the result has, too.
  std::vector<std::string> keep = {};
};

/// The SQL of more classes is refused.
inline constexpr std::size_t kMostSqlClasses = 30;

/// The same probabilities as curve(score): bit for bit for Steps, Segments and Grid, but for an
/// engine that fuses products and sums; to 1e-12 for a Sigmoid, whose exp and ln are the engine's.
/// In Spark Segments are right to 1e-12, and a Sigmoid to 2e-11 of its value. Throws OptionError
/// for a name that the target cannot have, InputError for a curve of more pieces than the dialect
/// takes.
std::string export_model(const Curve& curve, ExportTarget target,
                         const ExportOptions& options = {});

/// All classes at once: the same probabilities as apply(), to 1e-12. C: a function from an array of
/// scores to an array of probabilities. SQL: a query from the columns of scores to the columns
/// NAME_CLASS. ONNX: double[N, classes]. Throws OptionError for a name that the target cannot have,
/// for an interval, and for Spark's columns; Error for more than kMostSqlClasses classes in SQL;
/// InputError for curves of more pieces than the dialect takes.
std::string export_model(const MulticlassModel& model, ExportTarget target,
                         const ExportOptions& options = {});

/// A curve with corrections for groups, to 1e-12. SQL: a query from the columns `column` and
/// `group` to the column NAME. Spark: columns, as of a curve. Throws OptionError for the other
/// targets and for an interval, Error for a name that SQL cannot hold.
std::string export_model(const GroupedModel& model, ExportTarget target,
                         const ExportOptions& options = {});

}  // namespace calibrant
