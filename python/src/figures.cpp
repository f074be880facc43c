// Pictures for notebooks: the figures of the report, one at a time.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "calibrant/diagram.hpp"
#include "calibrant/multiclass.hpp"
#include "gil.hpp"
#include "module.hpp"

namespace calibrant::python {
namespace {

using Released = nb::call_guard<GilReleased>;

// Adds a method to a class that another file binds.
template <class Function>
void add_method(nb::module_& module, const char* of, const char* name, Function function) {
  const nb::object type = module.attr(of);
  nb::setattr(type, name,
              nb::cpp_function(function, nb::name(name), nb::scope(type), nb::is_method()));
}

}  // namespace

void bind_figures(nb::module_& module) {
  nb::class_<Drawing>(module, "Figure", "A drawing that a notebook shows.")
      .def_ro("title", &Drawing::title)
      .def_ro("description", &Drawing::description, "What it shows, in words.")
      .def_ro("svg", &Drawing::svg, "The text of an SVG file.")
      .def("_repr_svg_", [](const Drawing& self) { return self.svg; })
      .def("_repr_html_", [](const Drawing& self) { return self.html; })
      .def("__repr__", [](const Drawing& self) { return fmt::format("<Figure: {}>", self.title); });
  add_method(module, "Curve", "_repr_html_", [](const Curve& self) { return draw(self).html; });
  add_method(module, "Curve", "_repr_svg_", [](const Curve& self) { return draw(self).svg; });
  add_method(module, "MulticlassModel", "_repr_html_", &draw_as_html);
  module.def("reliability_figure", &draw_reliability, nb::arg("predictions"), nb::arg("title"),
             Released());
  module.def("thinned", &thinned, nb::arg("observations"), nb::arg("most"), Released());
  module.def("sample_places", &sample_places, nb::arg("observations"), nb::arg("each"));
  module.def("usual_bins", &usual_bins, nb::arg("observations"));
}

}  // namespace calibrant::python
