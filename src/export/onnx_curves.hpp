// Curves as nodes of ONNX: one for all numbers, or one for each column.
#pragma once

#include <cstddef>
#include <vector>

#include "export/onnx_graph.hpp"
#include "export/plan.hpp"

namespace calibrant::onnx {

/// What each curve has as output `output` (the value or a bound), for every `output` below
/// `outputs`. NaN gives NaN.
std::vector<Name> add_curves(Graph& graph, const Name& x, const std::vector<Plan>& plans,
                             std::size_t outputs);

}  // namespace calibrant::onnx
