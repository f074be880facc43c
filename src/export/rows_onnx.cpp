// An ONNX model of opset 17 from rows of scores to double[N, classes]. A step of the program is a
// node: what is wide is [N, classes], what is not is [N, 1].
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "export/onnx_curves.hpp"
#include "export/onnx_graph.hpp"
#include "export/row_program.hpp"

namespace calibrant {
namespace {

using onnx::Graph;
using onnx::Name;

std::vector<double> transposed(const std::vector<double>& matrix, std::size_t size) {
  std::vector<double> result(matrix.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) result[j * size + i] = matrix[i * size + j];
  }
  return result;
}

Name input_of(Graph& graph, const ExportOptions& options, std::size_t classes) {
  const int columns = options.input_columns.value_or(static_cast<int>(classes));
  Name input = graph.input(options.column, options.float_input, columns);
  if (columns > 0) return input;
  return graph.add("Reshape", {input, graph.integers({-1, 1})});
}

Name node_of(Graph& graph, const RowStep& step, const std::vector<Name>& inputs,
             std::size_t classes) {
  const auto size = static_cast<std::int64_t>(classes);
  switch (step.operation) {
    case RowOperation::kScores:
      break;
    case RowOperation::kNumbers:
      return graph.numbers(step.numbers);
    case RowOperation::kAdd:
      return graph.add("Add", inputs);
    case RowOperation::kSubtract:
      return graph.add("Sub", inputs);
    case RowOperation::kMultiply:
      return graph.add("Mul", inputs);
    case RowOperation::kDivide:
      return graph.add("Div", inputs);
    case RowOperation::kLarger:
      return graph.add("Max", inputs);
    case RowOperation::kSmaller:
      return graph.add("Min", inputs);
    case RowOperation::kExp:
      return graph.add("Exp", inputs);
    case RowOperation::kLog:
      return graph.add("Log", inputs);
    case RowOperation::kSum:
      return graph.sum(inputs[0], size);
    case RowOperation::kLargest:
      return graph.largest(inputs[0]);
    case RowOperation::kMatrix: {
      const Name matrix = graph.table(transposed(step.numbers, classes), {size, size});
      return graph.add("Add", {graph.add("MatMul", {inputs[0], matrix}), inputs[1]});
    }
    case RowOperation::kCurves:
      return onnx::add_curves(graph, inputs[0], step.curves, 1)[0];
    case RowOperation::kIfEqual:
      return graph.add("Where", {graph.add("Equal", {inputs[0], inputs[1]}), inputs[2], inputs[3]});
    case RowOperation::kIfAbove:
      return graph.add("Where",
                       {graph.add("Greater", {inputs[0], inputs[1]}), inputs[2], inputs[3]});
  }
  return {};
}

}  // namespace

std::string write_rows_onnx(const RowProgram& program, const ExportOptions& options) {
  Graph graph;
  const std::size_t classes = program.classes.size();
  std::vector<Name> names;
  for (const RowStep& step : program.steps) {
    std::vector<Name> inputs;
    for (const std::size_t i : step.inputs) inputs.push_back(names[i]);
    names.push_back(step.operation == RowOperation::kScores
                        ? input_of(graph, options, classes)
                        : node_of(graph, step, inputs, classes));
  }
  graph.output(result_name(options), names.back(), static_cast<int>(classes));
  for (std::size_t k = 0; k < classes; ++k) {
    graph.note(fmt::format("class_{}", k), program.classes[k]);
  }
  return graph.model("From scores to probabilities of classes; method " + program.method);
}

}  // namespace calibrant
