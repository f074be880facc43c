#include "calibrant/observations.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "arrays.hpp"
#include "calibrant/multiclass.hpp"
#include "gil.hpp"
#include "module.hpp"

namespace calibrant::python {
namespace {

// A view into the observations, which live as long as it does.
template <class Member>
auto view(Member member) {
  return [member](nb::handle self) {
    const std::span<const double> numbers = (nb::cast<const Observations&>(self).*member)();
    return View(numbers.data(), {numbers.size()}, self);
  };
}

}  // namespace

void bind_observations(nb::module_& module) {
  nb::class_<Observations>(module, "Observations",
                           "Distinct scores in ascending order, each with the weight of its "
                           "negatives and positives: all that a fit sees.")
      .def_prop_ro("scores", view(&Observations::scores), "The distinct scores.")
      .def_prop_ro("negatives", view(&Observations::negatives),
                   "The weight of the negatives of each.")
      .def_prop_ro("positives", view(&Observations::positives),
                   "The weight of the positives of each.")
      .def_prop_ro("weight", &Observations::weight, "The total weight.")
      .def("__len__", &Observations::groups)
      .def("__repr__",
           [](const Observations& seen) {
             return "<Observations: " + std::to_string(seen.groups()) + " distinct scores>";
           })
      .def("__reduce__", [](nb::handle self) {
        return nb::make_tuple(
            nb::module_::import_("calibrant._pickle").attr("observations"),
            nb::make_tuple(self.attr("scores"), self.attr("negatives"), self.attr("positives")));
      });
  module.def(
      "observe",
      [](const Doubles& scores, const Labels& labels, const std::optional<Doubles>& weights) {
        const GilReleased release;
        return observe(span_of(scores), span_of(labels), span_of(weights));
      },
      nb::arg("scores").noconvert(), nb::arg("labels").noconvert(),
      nb::arg("weights").noconvert().none() = nb::none());
  module.def(
      "observe_counts",
      [](const Doubles& scores, const Doubles& negatives, const Doubles& positives) {
        const GilReleased release;
        return observe_counts(span_of(scores), span_of(negatives), span_of(positives));
      },
      nb::arg("scores").noconvert(), nb::arg("negatives").noconvert(),
      nb::arg("positives").noconvert());
  module.def(
      "observe_multiclass",
      [](const Matrix& scores, const Classes& labels, const std::optional<Doubles>& weights) {
        const GilReleased release;
        return observe_multiclass(span_of(scores), span_of(labels), scores.shape(1),
                                  span_of(weights));
      },
      nb::arg("scores").noconvert(), nb::arg("labels").noconvert(),
      nb::arg("weights").noconvert().none() = nb::none());
  module.def("merge", &merge, nb::arg("a"), nb::arg("b"));
}

}  // namespace calibrant::python
