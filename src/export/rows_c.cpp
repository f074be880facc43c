// A C99 header with one function, from a row of scores to a row of probabilities. Every stored step
// is a variable or a local array.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>

#include "calibrant/version.hpp"
#include "export/c_text.hpp"
#include "export/row_program.hpp"

namespace calibrant {
namespace {

class RowsInC {
 public:
  RowsInC(const RowProgram& program, std::string name)
      : program_(program), name_(std::move(name)) {}

  std::string text() {
    const std::size_t last = program_.steps.size() - 1;
    std::string body;
    for (std::size_t i = 0; i < last; ++i) body += statement(i);
    body += loop(fmt::format("probabilities[k] = {};", expression(last)));
    return before_ +
           fmt::format(R"(static inline void {}(const double *scores, double *probabilities) {{
{}}}

)",
                       name_, body);
  }

 private:
  std::string loop(const std::string& line) const {
    return fmt::format("  for (size_t k = 0; k < {}; ++k) {}\n", program_.classes.size(), line);
  }

  // An array or a function outside, which belongs to a step.
  std::string outside(std::size_t i) const { return fmt::format("{}_{}", name_, i); }

  std::string statement(std::size_t i) {
    const RowStep& step = program_.steps[i];
    if (step.operation == RowOperation::kNumbers && step.wide) {
      before_ += c_array(outside(i), step.numbers);
    }
    if (!step.stored || step.operation == RowOperation::kScores) return {};
    const std::size_t classes = program_.classes.size();
    switch (step.operation) {
      case RowOperation::kSum:
        return fmt::format("  double v{0} = 0;\n", i) +
               loop(fmt::format("v{} += {};", i, value(step.inputs[0])));
      case RowOperation::kLargest:
        return fmt::format("  double v{0} = -DBL_MAX;\n", i) +
               loop(fmt::format("v{0} = fmax(v{0}, {1});", i, value(step.inputs[0])));
      case RowOperation::kMatrix:
        before_ += c_array(outside(i), step.numbers);
        return fmt::format("  double v{}[{}];\n", i, classes) +
               loop(fmt::format("v{}[k] = {};", i, value(step.inputs[1]))) +
               loop(fmt::format("for (size_t j = 0; j < {0}; ++j) v{1}[k] += {2}[k * {0} + j] * "
                                "v{3}[j];",
                                classes, i, outside(i), step.inputs[0]));
      case RowOperation::kCurves:
        add_curves(i);
        break;
      default:
        break;
    }
    if (!step.wide) return fmt::format("  const double v{} = {};\n", i, expression(i));
    return fmt::format("  double v{}[{}];\n", i, classes) +
           loop(fmt::format("v{}[k] = {};", i, expression(i)));
  }

  void add_curves(std::size_t i) {
    const RowStep& step = program_.steps[i];
    std::string table;
    for (std::size_t k = 0; k < step.curves.size(); ++k) {
      Plan plan = step.curves[k];
      plan.outputs[0].name = fmt::format("{}_{}", outside(i), k);
      before_ += c_functions(plan);
      table += fmt::format("  {},\n", plan.outputs[0].name);
    }
    if (step.wide) {
      before_ += fmt::format("static double (*const {}[{}])(double) = {{\n{}}};\n\n", outside(i),
                             step.curves.size(), table);
    }
  }

  // Of class k, where a step is used.
  std::string value(std::size_t i) const {
    const RowStep& step = program_.steps[i];
    if (step.operation == RowOperation::kScores) return "scores[k]";
    if (step.operation == RowOperation::kNumbers) {
      return step.wide ? outside(i) + "[k]" : c_number(step.numbers[0]);
    }
    if (!step.stored) return expression(i);
    return fmt::format("v{}{}", i, step.wide ? "[k]" : "");
  }

  std::string expression(std::size_t i) const {
    const RowStep& step = program_.steps[i];
    const auto input = [&](std::size_t k) { return value(step.inputs[k]); };
    const auto format = [&](const char* text) {
      return fmt::format(fmt::runtime(text), input(0), input(1));
    };
    const auto choice = [&](const char* sign) {
      return fmt::format("({} {} {} ? {} : {})", input(0), sign, input(1), input(2), input(3));
    };
    switch (step.operation) {
      case RowOperation::kAdd:
        return format("({} + {})");
      case RowOperation::kSubtract:
        return format("({} - {})");
      case RowOperation::kMultiply:
        return format("({} * {})");
      case RowOperation::kDivide:
        return format("({} / {})");
      case RowOperation::kLarger:
        return format("fmax({}, {})");
      case RowOperation::kSmaller:
        return format("fmin({}, {})");
      case RowOperation::kExp:
        return fmt::format("exp({})", input(0));
      case RowOperation::kLog:
        return fmt::format("log({})", input(0));
      case RowOperation::kIfEqual:
        return choice("==");
      case RowOperation::kIfAbove:
        return choice(">");
      case RowOperation::kCurves:
        return fmt::format("{}{}({})", outside(i), step.wide ? "[k]" : "_0", input(0));
      default:
        return value(i);
    }
  }

  const RowProgram& program_;
  std::string name_;
  std::string before_;  // arrays and functions
};

}  // namespace

std::string write_rows_c(const RowProgram& program, const ExportOptions& options) {
  const std::string name = result_name(options);
  std::vector<std::string> classes;
  for (const std::string& each : program.classes) classes.push_back(harmless(each));
  return c_header(
      name,
      fmt::format(
          "void {}(const double *scores, double *probabilities): a row of {} scores, as many "
          "probabilities.\n"
          "   Classes: {}. The two arrays may be one.\n"
          "   NaN gives NaN. Written by calibrant {} from a model of method {}.",
          name, classes.size(), fmt::join(classes, ", "), version(), program.method),
      RowsInC(program, name).text());
}

}  // namespace calibrant
