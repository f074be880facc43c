// An ONNX model of opset 17 from scores to double[N]. The input is of doubles or floats, and has
// no, one or two columns, as classifiers that were converted give them.
#include <string>
#include <vector>

#include "export/onnx_curves.hpp"
#include "export/onnx_graph.hpp"
#include "export/plan.hpp"
#include "math/class_limits.hpp"

namespace calibrant {
namespace {

using onnx::Graph;
using onnx::Name;

// A scalar index takes the dimension of the columns away.
Name column_of_input(Graph& graph, const Name& values, int index) {
  return graph.add("Gather", {values, graph.integers({index})}, {}, {"axis", 1});
}

// 1 / (1 + exp(-z)), where z is the last column less the one before it, if there is one. No score
// is beyond kLargestNumber, so that no difference of infinities is taken.
Name probability_of(Graph& graph, const Name& logits, int columns) {
  const Name cut = graph.add(
      "Clip", {logits, graph.numbers({-kLargestNumber}), graph.numbers({kLargestNumber})});
  Name z = columns == 0 ? cut : column_of_input(graph, cut, columns - 1);
  if (columns == 2) z = graph.add("Sub", {z, column_of_input(graph, cut, 0)});
  const Name one = graph.numbers({1});
  const Name y = graph.add("Exp", {graph.add("Neg", {z})});
  return graph.add("Div", {one, graph.add("Add", {one, y})});
}

}  // namespace

std::string write_onnx(const Plan& plan, const ExportOptions& options) {
  Graph graph;
  const int columns = options.input_columns.value_or(0);
  const Name input = graph.input(options.column, options.float_input, columns);
  const Name score = options.logits ? probability_of(graph, input, columns)
                     : columns == 0 ? input
                                    : column_of_input(graph, input, columns - 1);
  const std::vector<Name> values = onnx::add_curves(graph, score, {plan}, plan.outputs.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    graph.output(plan.outputs[i].name, values[i], 0);
  }
  return graph.model("From score to probability; method " + plan.method);
}

}  // namespace calibrant
