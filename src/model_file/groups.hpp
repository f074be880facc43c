// A curve with corrections for groups, in a model file.
#pragma once

#include "calibrant/groups.hpp"
#include "model_file/reader.hpp"

namespace calibrant {

/// Adds the curve, `by`, `centre`, `unknown` and `groups` to an object.
void put_groups(Json& json, const GroupedModel& model);
/// Throws InputError for numbers that make no model.
GroupedModel read_groups(Reader& json);

}  // namespace calibrant
