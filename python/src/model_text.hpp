// Models as text: files, pickles, and what is kept for an update.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>

#include <filesystem>
#include <string>

#include "calibrant/error.hpp"
#include "calibrant/export.hpp"
#include "calibrant/model_file.hpp"
#include "gil.hpp"
#include "stored.hpp"
#include "texts.hpp"

namespace calibrant::python {

// A file that cannot be written is Python's kind of error.
inline void save_model(const StoredModel& stored, const std::filesystem::path& path) {
  try {
    const GilReleased release;
    save(stored.model, path, stored.kept);
  } catch (const ModelError&) {
    throw;
  } catch (const InputError&) {
    throw;
  } catch (const Error& error) {
    PyErr_SetString(PyExc_OSError, error.what());
    nb::raise_python_error();
  }
}

// Bytes of ONNX, text of everything else.
inline nb::object exported(ExportTarget target, const std::string& text) {
  if (target == ExportTarget::kOnnx) return nb::bytes(text.data(), text.size());
  return nb::str(text.data(), text.size());
}

// What every model can: become text and come back, through pickle and copy too, and absorb rows.
template <class AnyModel>
void bind_text(nb::class_<AnyModel>& bound) {
  const auto text_of = [](nb::handle self) {
    const StoredModel stored = stored_of(self);
    return to_json(stored.model, stored.kept);
  };
  bound.def("to_json", text_of, "The text of its model file.")
      .def(
          "save",
          [](nb::handle self, const std::filesystem::path& path) {
            save_model(stored_of(self), path);
          },
          nb::arg("path"), kSave)
      .def(
          "update",
          [](nb::handle self, nb::handle scores, nb::handle labels, nb::handle weights,
             nb::kwargs options) {
            return nb::module_::import_("calibrant._fitting")
                .attr("update")(self, scores, labels, weights, **options);
          },
          nb::arg("scores"), nb::arg("labels"), nb::arg("weights").none() = nb::none(),
          nb::arg("options"), kUpdate)
      .def("__reduce__", [text_of](nb::handle self) {
        // A function of Python's: those of a module like this one cannot be pickled.
        const nb::object load = nb::module_::import_("calibrant._pickle").attr("model");
        return nb::make_tuple(load, nb::make_tuple(text_of(self)));
      });
}

}  // namespace calibrant::python
