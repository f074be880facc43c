// Four steps, each of which uses the one before: the common curve, offset and slope of the group by
// CASE, the corrected log odds, and the probability. In SQL each is a subquery (as in
// rows_sql.cpp), in Spark a column.
#include <fmt/format.h>

#include <iterator>

#include "calibrant/error.hpp"
#include "export/dialect.hpp"
#include "export/plan.hpp"
#include "export/sql_text.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

constexpr const char* kCommon = "__calibrant_common";
constexpr const char* kOffset = "__calibrant_offset";
constexpr const char* kSlope = "__calibrant_slope";
constexpr const char* kLogOdds = "__calibrant_log_odds";
constexpr double kMostLogOdd = 700;  // exp of more is an error for some engines

class GroupsInSql {
 public:
  GroupsInSql(const GroupedModel& model, const Dialect& dialect, const ExportOptions& options)
      : model_(model), dialect_(dialect), group_(dialect.quoted(options.group)) {}

  std::string correction_column(double GroupCorrection::*field, const char* name) const {
    std::string text = fmt::format("CASE CAST({} AS {})\n", group_, dialect_.string);
    for (const GroupCorrection& group : model_.groups()) {
      if (group.name.find('\0') != std::string::npos) {
        throw Error(fmt::format("the group {} has a zero byte, which no SQL text may",
                                calibrant::shown(group.name)));
      }
      fmt::format_to(std::back_inserter(text), " WHEN {} THEN {}\n", dialect_.literal(group.name),
                     dialect_.number(group.*field));
    }
    // A CASE needs a WHEN.
    if (model_.groups().empty()) text += fmt::format(" WHEN NULL THEN {}\n", dialect_.number(0));
    return text + fmt::format(" ELSE {} END AS {}", dialect_.number(0), name);
  }

  std::string log_odds() const {
    const std::string z =
        fmt::format("({0}({1}) - {0}({2} - {1}))", dialect_.ln, kCommon, dialect_.number(1));
    return fmt::format(
        "CASE WHEN {0} > {1} AND {0} < {2} THEN {3} + {4} + {5} * ({3} - {6}) END AS {7}", kCommon,
        dialect_.number(0), dialect_.number(1), z, kOffset, kSlope,
        dialect_.number(model_.centre()), kLogOdds);
  }

  // Where the common curve is 0 or 1 there are no log odds, and what is not corrected stays as it
  // is, to the bit.
  std::string probability() const {
    return fmt::format(
        "CASE WHEN {0} IS NULL OR ({1} = {2} AND {3} = {2}) THEN {4} WHEN {0} < {5} THEN {2} WHEN "
        "{0} > {6} THEN {7} ELSE {7} / ({7} + exp(-{0})) END",
        kLogOdds, kOffset, dialect_.number(0), kSlope, kCommon, dialect_.number(-kMostLogOdd),
        dialect_.number(kMostLogOdd), dialect_.number(1));
  }

 private:
  const GroupedModel& model_;
  const Dialect& dialect_;
  std::string group_;
};

}  // namespace

std::string write_groups_sql(const GroupedModel& model, const ExportOptions& options) {
  const Dialect& dialect = dialect_of(options.dialect);
  const GroupsInSql text(model, dialect, options);
  const Plan plan = make_plan(model.common(), {});
  const SqlColumn column = {dialect, dialect.quoted(options.column), false};
  std::string kept;
  for (const std::string& name : options.keep) kept += dialect.quoted(name) + ", ";
  const auto step = [&](int number, const std::string& columns, const std::string& from) {
    return fmt::format("{} calibrant_step_{} AS (\nSELECT {}{}\nFROM {}{}{})",
                       number == 1 ? "WITH" : ",\n", number, kept, columns, from,
                       dialect.fence.empty() ? "" : " ", dialect.fence);
  };
  const std::string common = sql_curve(plan, plan.outputs[0], column).text + " AS " + kCommon;
  const std::string corrections = text.correction_column(&GroupCorrection::offset, kOffset) +
                                  ",\n" + text.correction_column(&GroupCorrection::slope, kSlope);
  const std::string before = fmt::format("{}, {}, {}", kCommon, kOffset, kSlope);
  return step(1, common + ",\n" + corrections, dialect.quoted_path(options.table)) +
         step(2, before + ", " + text.log_odds(), "calibrant_step_1") +
         fmt::format("\nSELECT {}CAST({} AS {}) AS {}\nFROM calibrant_step_2\n", kept,
                     text.probability(), dialect.real, dialect.quoted(options.name));
}

std::string write_groups_spark(const GroupedModel& model, const ExportOptions& options) {
  const Dialect& dialect = dialect_of(SqlDialect::kSpark);
  const GroupsInSql text(model, dialect, options);
  ExportOptions of_common = options;
  of_common.name = kCommon;
  std::string columns = write_spark(make_plan(model.common(), of_common), of_common);
  columns.pop_back();  // the line end
  return fmt::format("{},\n{},\n{},\n{},\n{} AS {}\n", columns,
                     text.correction_column(&GroupCorrection::offset, kOffset),
                     text.correction_column(&GroupCorrection::slope, kSlope), text.log_odds(),
                     text.probability(), dialect.quoted(options.name));
}

}  // namespace calibrant
