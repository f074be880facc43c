#include "module.hpp"

namespace calibrant::python {

void bind_figures(nanobind::module_&) {}

}  // namespace calibrant::python
