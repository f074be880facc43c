#include "calibrant/cells.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "calibrant/fit_query.hpp"
#include "gil.hpp"
#include "module.hpp"

namespace calibrant::python {
namespace {

NewDoubles midpoints(const Doubles& scores, const std::string& rule) {
  const CellRule known = cell_rule(rule);
  Buffer result(scores.size());
  {
    const GilReleased release;
    cells(span_of(scores), known, result.span());
  }
  return std::move(result).to_array();
}

std::string query(const std::string& dialect, const std::string& table, const std::string& select,
                  const std::string& score, const std::string& label,
                  const std::optional<std::string>& positive,
                  const std::optional<std::string>& weight, int weight_digits,
                  const std::string& rule, bool skip, const std::optional<std::string>& group) {
  return fit_query({.dialect = sql_dialect(dialect),
                    .table = table,
                    .query = select,
                    .score = score,
                    .label = label,
                    .positive = positive,
                    .weight = weight,
                    .group = group,
                    .weight_digits = weight_digits,
                    .cells = cell_rule(rule),
                    .invalid = skip ? InvalidRows::kSkip : InvalidRows::kReport});
}

}  // namespace

void bind_cells(nb::module_& module) {
  module.def("cells", &midpoints, nb::arg("scores").noconvert(), nb::arg("rule"));
  module.def(
      "gather",
      [](const Observations& seen, const std::string& rule) {
        return gather(seen, cell_rule(rule));
      },
      nb::arg("observations"), nb::arg("rule"));
  module.def("fit_query", &query, nb::arg("dialect"), nb::arg("table") = "", nb::arg("query") = "",
             nb::arg("score") = "score", nb::arg("label") = "label",
             nb::arg("positive") = nb::none(), nb::arg("weight") = nb::none(),
             nb::arg("weight_digits") = 6, nb::arg("cells") = "probability",
             nb::arg("skip") = false, nb::arg("group") = nb::none());
}

}  // namespace calibrant::python
