// What the library throws, as exceptions that are ValueErrors too.
#include "calibrant/error.hpp"

#include <nanobind/nanobind.h>

#include "calibrant/model_file.hpp"
#include "module.hpp"

namespace calibrant::python {

void bind_errors(nanobind::module_& module) {
  namespace nb = nanobind;
  // The last one registered is asked first: special cases come after the general one.
  const auto error = nb::exception<Error>(module, "Error", PyExc_ValueError);
  nb::exception<InputError>(module, "InputError", error.ptr());
  nb::exception<OptionError>(module, "OptionError", error.ptr());
  nb::exception<ModelError>(module, "ModelError", error.ptr());
}

}  // namespace calibrant::python
