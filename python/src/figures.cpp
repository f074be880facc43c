// Pictures for notebooks: the figures of the report, one at a time.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "calibrant/error.hpp"
#include "calibrant/metrics.hpp"
#include "calibrant/multiclass.hpp"
#include "gil.hpp"
#include "metrics/mass_bins.hpp"
#include "module.hpp"
#include "report/figure.hpp"
#include "report/plots.hpp"

namespace calibrant::python {
namespace {

using Released = nb::call_guard<GilReleased>;

// Only what a page of someone else cannot spoil: styles in the elements themselves.
std::string in_notebook(const std::vector<report::Figure>& figures) {
  std::string html = "<div style=\"display:flex;flex-wrap:wrap;gap:1rem\">";
  for (const report::Figure& figure : figures) {
    html += fmt::format(
        "<figure style=\"margin:0;flex:1 1 20rem;max-width:31rem\"><figcaption "
        "style=\"font-weight:600;margin:.3rem 0\">{}</figcaption>{}{}</figure>",
        report::escape(figure.title).text, report::guest_svg(figure).text,
        figure.note.empty() ? "" : "<div>" + report::escape(figure.note).text + "</div>");
  }
  return html + "</div>";
}

std::string method_of(const Curve& curve) { return curve.origin().method; }

std::string curve_html(const Curve& curve) {
  return in_notebook({report::curve_plot(curve, method_of(curve))});
}

std::string curve_svg(const Curve& curve) {
  return report::standalone_svg(report::curve_plot(curve, method_of(curve)));
}

// A map of all classes together has no picture, so words stand for it.
std::string joint_html(const MulticlassModel& model) {
  std::string names;
  for (const std::string& name : model.names()) names += (names.empty() ? "" : ", ") + name;
  const std::string account = describe(model.joint()->origin());
  return fmt::format(
      "<div><div style=\"font-weight:600;margin:.3rem 0\">{} for {} classes together</div>"
      "<div>{}</div><div>{}</div></div>",
      report::escape(model.method()).text, model.classes(), report::escape(names).text,
      report::escape(account).text);
}

std::string classes_html(const MulticlassModel& model) {
  if (model.joint() != nullptr) return joint_html(model);
  std::vector<report::Figure> figures;
  for (std::size_t k = 0; k < model.classes(); ++k) {
    figures.push_back(report::curve_plot(model.curves()[k], method_of(model.curves()[k])));
    figures.back().title = model.names()[k] + " against the rest";
  }
  return in_notebook(figures);
}

report::Figure reliability_figure(const Observations& predictions, const std::string& title) {
  return report::reliability_plot(predictions, diagnose(predictions), title, {}).figure;
}

// Adds a method to a class that another file binds.
template <class Function>
void add_method(nb::module_& module, const char* of, const char* name, Function function) {
  const nb::object type = module.attr(of);
  nb::setattr(type, name,
              nb::cpp_function(function, nb::name(name), nb::scope(type), nb::is_method()));
}

}  // namespace

void bind_figures(nb::module_& module) {
  nb::class_<report::Figure>(module, "Figure", "A drawing that a notebook shows.")
      .def_ro("title", &report::Figure::title)
      .def_ro("description", &report::Figure::description, "What it shows, in words.")
      .def_prop_ro(
          "svg", [](const report::Figure& self) { return report::standalone_svg(self); },
          "The text of an SVG file.")
      .def("_repr_svg_", [](const report::Figure& self) { return report::standalone_svg(self); })
      .def("_repr_html_", [](const report::Figure& self) { return in_notebook({self}); })
      .def("__repr__",
           [](const report::Figure& self) { return fmt::format("<Figure: {}>", self.title); });
  add_method(module, "Curve", "_repr_html_", &curve_html);
  add_method(module, "Curve", "_repr_svg_", &curve_svg);
  add_method(module, "MulticlassModel", "_repr_html_", &classes_html);
  module.def("reliability_figure", &reliability_figure, nb::arg("predictions"), nb::arg("title"),
             Released());
  module.def("thinned", &thinned, nb::arg("observations"), nb::arg("most"), Released());
  module.def("sample_places", &report::sample_places, nb::arg("observations"), nb::arg("each"));
  module.def("usual_bins", &usual_bins, nb::arg("observations"));
}

}  // namespace calibrant::python
