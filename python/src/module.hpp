// The parts of calibrant._core, one per file.
#pragma once

#include <nanobind/nanobind.h>

namespace calibrant::python {

void bind_errors(nanobind::module_& module);
void bind_observations(nanobind::module_& module);
void bind_cells(nanobind::module_& module);
void bind_models(nanobind::module_& module);
void bind_class_models(nanobind::module_& module);
void bind_group_models(nanobind::module_& module);
void bind_fit(nanobind::module_& module);
void bind_metrics(nanobind::module_& module);
void bind_figures(nanobind::module_& module);
void bind_reports(nanobind::module_& module);
void bind_watch(nanobind::module_& module);

}  // namespace calibrant::python
