// The model of groups: a common curve with a correction for each of them.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "calibrant/export.hpp"
#include "calibrant/groups.hpp"
#include "calibrant/prevalence.hpp"
#include "gil.hpp"
#include "model_text.hpp"
#include "module.hpp"
#include "support/legible.hpp"
#include "texts.hpp"

namespace calibrant::python {
namespace {

// For another rate of positives, if it is given.
template <class Make>
auto shifted(const GroupedModel& model, const std::optional<double>& prevalence, const Make& make) {
  std::optional<PrevalenceShift> shift;
  if (prevalence) shift.emplace(model.common().origin().prevalence, *prevalence);
  return make([&](std::span<double> p) {
    if (shift) (*shift)(p);
  });
}

NewDoubles apply_groups(const GroupedModel& model, const Doubles& scores, const Classes& groups,
                        const std::optional<double>& prevalence) {
  return shifted(model, prevalence, [&](const auto& shift) {
    Buffer result(scores.size());
    {
      const GilReleased release;
      apply(model, span_of(scores), span_of(groups), result.span());
      shift(result.span());
    }
    return std::move(result).to_array();
  });
}

nb::tuple group_bounds(const GroupedModel& model, const Doubles& scores, const Classes& groups,
                       const std::optional<double>& prevalence) {
  return shifted(model, prevalence, [&](const auto& shift) {
    Buffer lower(scores.size());
    Buffer upper(scores.size());
    {
      const GilReleased release;
      apply_interval(model, span_of(scores), span_of(groups), lower.span(), upper.span());
      shift(lower.span());
      shift(upper.span());
    }
    return nb::make_tuple(std::move(lower).to_array(), std::move(upper).to_array());
  });
}

// The package's conversion: scores, and the places of the groups in the model.
nb::object converted(const char* call, nb::handle self, nb::handle scores, nb::handle groups,
                     nb::handle prevalence) {
  return nb::module_::import_("calibrant._groups").attr(call)(self, scores, groups, prevalence);
}

nb::list corrections_of(const GroupedModel& model) {
  nb::list result;
  for (const GroupCorrection& group : model.groups()) {
    nb::dict one;
    one["name"] = group.name;
    one["weight"] = group.weight;
    one["offset"] = group.offset;
    one["slope"] = group.slope;
    one["offset_error"] = std::sqrt(group.offset_variance);
    one["slope_error"] = std::sqrt(group.slope_variance);
    result.append(one);
  }
  return result;
}

nb::object export_groups(const GroupedModel& model, const std::string& to,
                         const std::string& column, const std::string& name, bool interval,
                         const std::string& dialect, const std::string& cells, bool checked,
                         const std::string& group, const std::string& table,
                         const std::vector<std::string>& keep) {
  const ExportTarget target = export_target(to);
  return exported(target, export_model(model, target,
                                       {.column = column,
                                        .name = name,
                                        .interval = interval,
                                        .dialect = sql_dialect(dialect),
                                        .cells = cell_rule(cells),
                                        .checked = checked,
                                        .group = group,
                                        .table = table,
                                        .keep = keep}));
}

nb::tuple estimate(nb::handle model, const Doubles& probabilities) {
  const PrevalenceEstimate found =
      estimate_prevalence(nb::cast<Model>(model), span_of(probabilities));
  return nb::make_tuple(found.frequencies, found.errors, found.fitted, found.clear());
}

}  // namespace

void bind_group_models(nb::module_& module) {
  nb::class_<GroupedModel> model(module, "GroupedModel", nb::dynamic_attr(),
                                 "A common curve, and a correction for each group of rows.");
  model
      .def(
          "__call__",
          [](nb::handle self, nb::handle scores, nb::handle groups, nb::handle prevalence) {
            return converted("predict", self, scores, groups, prevalence);
          },
          nb::arg("scores"), nb::arg("groups").none() = nb::none(),
          nb::arg("prevalence").none() = nb::none(), kCallGroups)
      .def(
          "interval",
          [](nb::handle self, nb::handle scores, nb::handle groups, nb::handle prevalence) {
            return converted("interval", self, scores, groups, prevalence);
          },
          nb::arg("scores"), nb::arg("groups").none() = nb::none(),
          nb::arg("prevalence").none() = nb::none(), kIntervalGroups)
      .def("_apply", &apply_groups, nb::arg("scores").noconvert(), nb::arg("groups").noconvert(),
           nb::arg("prevalence").none() = nb::none())
      .def("_interval", &group_bounds, nb::arg("scores").noconvert(), nb::arg("groups").noconvert(),
           nb::arg("prevalence").none() = nb::none())
      .def(
          "_find",
          [](const GroupedModel& self, const std::vector<std::string>& names) {
            std::vector<std::uint32_t> places;
            for (const std::string& name : names) places.push_back(self.find(name));
            return places;
          },
          nb::arg("names"))
      .def_prop_ro("by", &GroupedModel::by, "What the groups are called: their column.")
      .def_prop_ro("curve", &GroupedModel::common, "The common curve.")
      .def_prop_ro("groups", &corrections_of, "The correction of each group, and how sure it is.")
      .def_prop_ro(
          "deviations",
          [](const GroupedModel& self) {
            return nb::make_tuple(std::sqrt(self.unknown().offset_variance),
                                  std::sqrt(self.unknown().slope_variance));
          },
          "How much groups differ: the standard deviations of offsets and slopes.")
      .def_prop_ro(
          "level",
          [](const GroupedModel& self) -> std::optional<double> {
            if (!self.common().band()) return {};
            return self.common().band()->level;
          },
          "The level of its credible band, if it has one.")
      .def_prop_ro(
          "method", [](const GroupedModel& self) { return self.common().origin().method; },
          "What fitted the common curve.")
      .def_prop_ro(
          "weight", [](const GroupedModel& self) { return self.common().origin().weight; },
          "The number of rows behind it, or their total weight.")
      .def_prop_ro(
          "prevalence", [](const GroupedModel& self) { return self.common().origin().prevalence; },
          "The positive fraction of what it was fitted to.")
      .def(
          "describe", [](const GroupedModel& self) { return describe(self); },
          "How many groups there are and how much they differ, in plain sentences.")
      .def("export", &export_groups, nb::arg("to"), nb::arg("column") = "score",
           nb::arg("name") = "", nb::arg("interval") = false, nb::arg("dialect") = "duckdb",
           nb::arg("cells") = "probability", nb::arg("checked") = false, nb::arg("group") = "",
           nb::arg("table") = "scores", nb::arg("keep") = std::vector<std::string>(), kExportGroups)
      .def("__repr__", [](const GroupedModel& self) {
        return fmt::format("<GroupedModel by {}: {} rows, {} groups by {}>",
                           legible(self.common().origin().method, kMostShown),
                           self.common().origin().weight, self.groups().size(),
                           legible(self.by(), kMostShown));
      });
  bind_text(model);
  module.def("estimate_prevalence", &estimate, nb::arg("model"),
             nb::arg("probabilities").noconvert());
}

}  // namespace calibrant::python
