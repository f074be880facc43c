// Models as Python holds them: the object of a model carries what the model keeps for an update.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/variant.h>

#include <utility>

#include "calibrant/model_file.hpp"

namespace calibrant::python {

namespace nb = nanobind;

/// The attribute of a model that keeps its observations.
inline constexpr const char* kKeptName = "_kept";

inline nb::object object_of(StoredModel stored) {
  nb::object model = nb::cast(std::move(stored.model));
  if (stored.kept) model.attr(kKeptName) = nb::cast(*std::move(stored.kept));
  return model;
}

inline StoredModel stored_of(nb::handle model) {
  StoredModel stored{.model = nb::cast<Model>(model)};
  if (nb::hasattr(model, kKeptName)) stored.kept = nb::cast<Kept>(model.attr(kKeptName));
  return stored;
}

}  // namespace calibrant::python
