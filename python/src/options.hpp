// The options of methods, from Python.
#pragma once

#include <nanobind/nanobind.h>

#include "calibrant/method.hpp"

namespace calibrant::python {

namespace nb = nanobind;

/// Options as the library names them, from a dictionary with Python's names. Throws OptionError.
OptionValues values_of(const nb::dict& given);

}  // namespace calibrant::python
