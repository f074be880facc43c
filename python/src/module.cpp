#include "module.hpp"

#include "calibrant/version.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The C++ library behind the package. Use the package, not this.";
  // What is still alive when the interpreter ends is its business, not the user's.
  nanobind::set_leak_warnings(false);
  module.attr("__version__") = calibrant::version();
  calibrant::python::bind_errors(module);
  calibrant::python::bind_observations(module);
  calibrant::python::bind_cells(module);
  calibrant::python::bind_models(module);
  calibrant::python::bind_fit(module);
  calibrant::python::bind_metrics(module);
  calibrant::python::bind_figures(module);
}
