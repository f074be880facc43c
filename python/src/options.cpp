#include "options.hpp"

#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "support/legible.hpp"

namespace calibrant::python {
namespace {

// Absent: what no option takes, such as a list.
std::optional<OptionValue> value_of(nb::handle given) {
  // NumPy's scalars become Python's.
  const nb::object value =
      nb::hasattr(given, "dtype") ? nb::object(given.attr("item")()) : nb::borrow(given);
  if (value.is_none()) return OptionValue();
  if (PyBool_Check(value.ptr())) return value.is(nb::handle(Py_True));
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  if (!PyFloat_Check(value.ptr()) && !PyLong_Check(value.ptr())) return {};
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

}  // namespace

OptionValues values_of(const nb::dict& given) {
  OptionValues values;
  for (const auto& [key, value] : given) {
    const Option& option = find_option(nb::cast<std::string>(key), Spelling::kPython);
    std::optional<OptionValue> known;
    try {
      known = value_of(value);
    } catch (const nb::python_error&) {  // an array of many numbers, or a number of many digits
    }
    if (!known)
      refuse_option(option, legible(nb::repr(value).c_str(), kMostShown), Spelling::kPython);
    values[std::string(option.name)] = *std::move(known);
  }
  return values;
}

}  // namespace calibrant::python
