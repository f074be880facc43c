// The part of a model file that lets a model absorb more rows.
#pragma once

#include "calibrant/model_file.hpp"
#include "model_file/reader.hpp"

namespace calibrant {

/// Adds `scores`, `negatives`, `positives` to an object.
void put_observations(Json& json, const Observations& seen);
/// Throws InputError for numbers that make no observations.
Observations read_observations(Reader& json);

/// Throws InputError unless there is one set of observations per curve, and a text that JSON can
/// hold.
void check_kept(const Kept& kept, const Model& model);
void put_kept(Json& json, const Kept& kept);
Kept read_kept(Reader json, const Model& model);

}  // namespace calibrant
