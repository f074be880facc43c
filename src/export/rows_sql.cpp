// A query: a chain of subqueries, each of which has columns for some of the steps.
//
// A subquery that only computes columns would be merged into the next one by most engines. Then the
// text of a step would be repeated wherever the step is used, and would grow beyond all bounds. A
// clause that changes no row, such as OFFSET 0, keeps them apart (Dialect::fence).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "calibrant/error.hpp"
#include "export/dialect.hpp"
#include "export/row_program.hpp"
#include "export/sql_text.hpp"

namespace calibrant {
namespace {

class RowsInSql {
 public:
  RowsInSql(const RowProgram& program, const ExportOptions& options)
      : program_(program),
        options_(options),
        dialect_(dialect_of(options.dialect)),
        level_(program.steps.size()),
        last_use_(program.steps.size()) {
    for (const std::string& column : options.keep) kept_.push_back(dialect_.quoted(column));
    for (std::size_t i = 0; i < program.steps.size(); ++i) place(i);
  }

  std::string text() {
    const std::size_t last = program_.steps.size() - 1;
    std::string query;
    for (std::size_t level = 1; level < level_[last]; ++level) {
      query += fmt::format("{} calibrant_step_{} AS (\n{}{}{})", level == 1 ? "WITH" : ",\n", level,
                           select(level, columns(level)), dialect_.fence.empty() ? "" : " ",
                           dialect_.fence);
    }
    if (pieces_ > dialect_.most_pieces) {
      throw InputError("curves", std::nullopt,
                       fmt::format("have {} pieces together, too many for one SQL query (at most "
                                   "{} for {}; simplify them first)",
                                   pieces_, dialect_.most_pieces, dialect_.name));
    }
    std::vector<std::string> items = kept_;
    const std::string name = result_name(options_);
    for (std::size_t k = 0; k < program_.classes.size(); ++k) {
      items.push_back(fmt::format("CAST({} AS {}) AS {}", expression(last, k), dialect_.real,
                                  dialect_.quoted(name + "_" + program_.classes[k])));
    }
    return query + "\n" + select(level_[last], items) + "\n";
  }

 private:
  // A stored step, and the last one, are columns of the first subquery after all that they use.
  // Others go along with what uses them.
  void place(std::size_t i) {
    const RowStep& step = program_.steps[i];
    for (const std::size_t input : step.inputs) level_[i] = std::max(level_[i], level_[input]);
    const bool last = i + 1 == program_.steps.size();
    if (!step.stored && !last) return;
    ++level_[i];
    use(i, level_[i]);
  }

  // Everything that the text of a step refers to.
  void use(std::size_t i, std::size_t level) {
    for (const std::size_t input : program_.steps[i].inputs) {
      if (program_.steps[input].stored) {
        last_use_[input] = std::max(last_use_[input], level);
      } else {
        use(input, level);
      }
    }
  }

  std::string select(std::size_t level, const std::vector<std::string>& items) const {
    const std::string from = level == 1 ? dialect_.quoted_path(options_.table)
                                        : fmt::format("calibrant_step_{}", level - 1);
    return fmt::format("SELECT {}\nFROM {}", fmt::join(items, ",\n  "), from);
  }

  std::vector<std::string> columns(std::size_t level) {
    std::vector<std::string> items = kept_;
    for (std::size_t i = 0; i + 1 < program_.steps.size(); ++i) {
      const RowStep& step = program_.steps[i];
      if (!step.stored || level_[i] > level || (level_[i] < level && last_use_[i] <= level))
        continue;
      for (std::size_t k = 0; k < (step.wide ? program_.classes.size() : 1); ++k) {
        const std::string own = column(i, k);
        items.push_back(level_[i] < level ? own : expression(i, k) + " AS " + own);
      }
    }
    return items;
  }

  std::string column(std::size_t i, std::size_t k) const {
    return program_.steps[i].wide ? fmt::format("calibrant_{}_{}", i, k)
                                  : fmt::format("calibrant_{}", i);
  }

  // Where a step is used.
  std::string value(std::size_t i, std::size_t k) {
    return program_.steps[i].stored ? column(i, k) : expression(i, k);
  }

  std::string score(std::size_t k) const {
    const std::string name =
        options_.columns.empty() ? "p_" + program_.classes[k] : options_.columns[k];
    return fmt::format("CAST({} AS {})", dialect_.quoted(name), dialect_.real);
  }

  // of all classes
  std::vector<std::string> values(std::size_t i) {
    std::vector<std::string> all;
    for (std::size_t k = 0; k < program_.classes.size(); ++k) all.push_back(value(i, k));
    return all;
  }

  std::string matrix(const RowStep& step, std::size_t k) {
    std::string text = value(step.inputs[1], k);
    const std::size_t classes = program_.classes.size();
    for (std::size_t j = 0; j < classes; ++j) {
      fmt::format_to(std::back_inserter(text), " + {} * {}",
                     dialect_.number(step.numbers[k * classes + j]), value(step.inputs[0], j));
    }
    return text;
  }

  std::string curve(const RowStep& step, std::size_t k) {
    const Plan& plan = step.curves[k];
    const SqlColumn x = {dialect_, column(step.inputs[0], k), true};
    SqlCurve written = sql_curve(plan, plan.outputs[0], x);
    pieces_ += written.pieces;
    return std::move(written.text);
  }

  std::string expression(std::size_t i, std::size_t k) {
    const RowStep& step = program_.steps[i];
    const auto input = [&](std::size_t n) { return value(step.inputs[n], k); };
    const auto both = [&](const char* sign) {
      return fmt::format("({} {} {})", input(0), sign, input(1));
    };
    const auto choice = [&](const char* sign) {
      return fmt::format("CASE WHEN {} {} {} THEN {} ELSE {} END", input(0), sign, input(1),
                         input(2), input(3));
    };
    switch (step.operation) {
      case RowOperation::kScores:
        return score(k);
      case RowOperation::kNumbers:
        return dialect_.number(step.numbers[step.wide ? k : 0]);
      case RowOperation::kAdd:
        return both("+");
      case RowOperation::kSubtract:
        return both("-");
      case RowOperation::kMultiply:
        return both("*");
      case RowOperation::kDivide:
        return both("/");
      case RowOperation::kLarger:
        return fmt::format("{}({}, {})", dialect_.largest, input(0), input(1));
      case RowOperation::kSmaller:
        return fmt::format("{}({}, {})", dialect_.smallest, input(0), input(1));
      case RowOperation::kExp:
        return fmt::format("CASE WHEN {0} < {1} THEN {2} ELSE exp({0}) END", input(0),
                           dialect_.number(kLeastExponent), dialect_.number(0));
      case RowOperation::kLog:
        return fmt::format("{}({})", dialect_.ln, input(0));
      case RowOperation::kSum:
        return fmt::format("{}", fmt::join(values(step.inputs[0]), " + "));
      case RowOperation::kLargest:
        return fmt::format("{}({})", dialect_.largest, fmt::join(values(step.inputs[0]), ", "));
      case RowOperation::kMatrix:
        return matrix(step, k);
      case RowOperation::kCurves:
        return curve(step, k);
      case RowOperation::kIfEqual:
        return choice("=");
      case RowOperation::kIfAbove:
        return choice(">");
    }
    return {};
  }

  const RowProgram& program_;
  const ExportOptions& options_;
  const Dialect& dialect_;
  std::vector<std::string> kept_;
  std::vector<std::size_t> level_;     // of each step: the subquery that has it
  std::vector<std::size_t> last_use_;  // the last one that needs it
  std::size_t pieces_ = 0;
};

}  // namespace

std::string write_rows_sql(const RowProgram& program, const ExportOptions& options) {
  return RowsInSql(program, options).text();
}

}  // namespace calibrant
