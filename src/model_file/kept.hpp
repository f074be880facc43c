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
/// `version` is that of the format: before 3, options were texts, named by their flags.
Kept read_kept(Reader json, const Model& model, int version);

/// Nothing is null, and a whole number has no decimal point.
void put_option_value(Json& json, const OptionValue& value);
/// Absent: a list or an object, which no option takes.
std::optional<OptionValue> option_value(const Json& json);

}  // namespace calibrant
