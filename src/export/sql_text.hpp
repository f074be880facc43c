// A curve as an expression of SQL.
#pragma once

#include <cstddef>
#include <string>

#include "export/dialect.hpp"
#include "export/plan.hpp"

namespace calibrant {

struct SqlColumn {
  const Dialect& dialect;
  std::string name;     ///< quoted
  bool double_already;  ///< so that it needs no cast

  std::string value() const;
};

struct SqlCurve {
  std::string text;
  std::size_t pieces = 0;
};

/// Throws InputError if the curve has more pieces than the dialect takes.
SqlCurve sql_curve(const Plan& plan, const Output& output, const SqlColumn& column);

}  // namespace calibrant
