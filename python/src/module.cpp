#include "module.hpp"

#include <array>

#include "calibrant/version.hpp"

namespace {

// nanobind keeps one global pointer to what it knows, which the last interpreter that runs the
// module would take over, and leave dangling when it ends. NumPy works in one interpreter only,
// too.
int refuse_subinterpreters(PyObject* /*module*/) {
  if (PyInterpreterState_Get() == PyInterpreterState_Main()) return 0;
  PyErr_SetString(PyExc_ImportError,
                  "calibrant works in the main interpreter only, not in a subinterpreter");
  return -1;
}

}  // namespace

NB_MODULE(_core_bindings, module) {
  module.doc() = "The C++ library behind the package. Use the package, not this.";
  // What is still alive when the interpreter ends is its business, not the user's.
  nanobind::set_leak_warnings(false);
  module.attr("__version__") = calibrant::version();
  calibrant::python::bind_errors(module);
  calibrant::python::bind_observations(module);
  calibrant::python::bind_cells(module);
  calibrant::python::bind_models(module);
  calibrant::python::bind_class_models(module);
  calibrant::python::bind_group_models(module);
  calibrant::python::bind_fit(module);
  calibrant::python::bind_metrics(module);
  calibrant::python::bind_figures(module);
  calibrant::python::bind_reports(module);
  calibrant::python::bind_watch(module);
}

// nanobind's module with one step more before the others. From Python 3.13 on this function runs in
// the main interpreter, whoever imports; the steps run in the interpreter that imports.
extern "C" NB_EXPORT PyObject* PyInit__core() {
  static std::array<PyModuleDef_Slot, 8> steps = {};
  PyObject* made = PyInit__core_bindings();
  if (made == nullptr || steps[0].value != nullptr) return made;
  auto* definition = reinterpret_cast<PyModuleDef*>(made);
  steps[0] = {Py_mod_exec, reinterpret_cast<void*>(&refuse_subinterpreters)};
  std::size_t used = 1;
  for (const PyModuleDef_Slot* slot = definition->m_slots; slot->slot != 0; ++slot) {
    steps.at(used++) = *slot;
  }
  definition->m_slots = steps.data();
  return made;
}
