// A watch over a model, and what it has found.
#include "calibrant/watch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "arrays.hpp"
#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"
#include "calibrant/report.hpp"
#include "gil.hpp"
#include "module.hpp"

namespace calibrant::python {
namespace {

using Released = nb::call_guard<GilReleased>;

// Rows that were a batch before change nothing.
template <class Rows, class Some>
void update_watch(Watch& watch, const Rows& probabilities, const Some& labels,
                  const std::vector<std::string>& times) {
  const GilReleased release;
  Watch next = watch;
  next.update(span_of(probabilities), span_of(labels), times);
  if (!next.end_batch()) throw InputError("scores", std::nullopt, "and labels were watched before");
  watch = std::move(next);
}

}  // namespace

void bind_watch(nb::module_& module) {
  nb::class_<Watch>(module, "Watch", "Evidence that a model is calibrated no more.")
      .def(
          "__init__",
          [](Watch* self, double alpha, const std::vector<std::string>& classes,
             const std::string& model) {
            new (self) Watch({.alpha = alpha, .classes = classes, .model = model});
          },
          nb::arg("alpha"), nb::arg("classes"), nb::arg("model"))
      .def("update", &update_watch<Doubles, Labels>, nb::arg("probabilities"), nb::arg("labels"),
           nb::arg("times"))
      .def("update_classes", &update_watch<Matrix, Classes>, nb::arg("probabilities"),
           nb::arg("labels"), nb::arg("times"))
      .def_prop_ro("model", [](const Watch& self) { return self.options().model; })
      .def_prop_ro("alpha", [](const Watch& self) { return self.options().alpha; })
      .def(
          "text", [](const Watch& self) { return to_text(self); }, Released())
      .def(
          "json", [](const Watch& self) { return to_json(self); }, Released())
      .def(
          "page",
          [](const Watch& self, const std::string& title) {
            return to_page(self, {.title = title});
          },
          nb::arg("title"), Released())
      .def(
          "state", [](const Watch& self) { return to_state(self); }, Released())
      .def(
          "save", [](const Watch& self, const std::filesystem::path& path) { save(self, path); },
          nb::arg("path"), Released());
  module.def("watch_from_state", &watch_from_state, nb::arg("text"), nb::arg("name"), Released());
  module.def("load_watch", &load_watch, nb::arg("path"), Released());
  module.def("fingerprint", &fingerprint, nb::arg("model"), Released());
}

}  // namespace calibrant::python
