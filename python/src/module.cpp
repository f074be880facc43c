#include "module.hpp"

#include "calibrant/version.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The C++ library behind the package. Use the package, not this.";
  module.attr("__version__") = calibrant::version();
  calibrant::python::bind_errors(module);
  calibrant::python::bind_observations(module);
  calibrant::python::bind_cells(module);
  calibrant::python::bind_models(module);
  calibrant::python::bind_fit(module);
  calibrant::python::bind_metrics(module);
  calibrant::python::bind_figures(module);
}
