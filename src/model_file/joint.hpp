// Several classes that were fitted together, in a model file.
#pragma once

#include "calibrant/multiclass.hpp"
#include "model_file/reader.hpp"

namespace calibrant {

/// Adds `names`, `input`, `parts` and `origin` to an object. `model` is joint.
void put_joint(Json& json, const MulticlassModel& model);
/// Throws InputError for numbers that make no model.
MulticlassModel read_joint(Reader& json);

}  // namespace calibrant
