// A curve in a model file: its shape, and with it where it came from and its band.
#pragma once

#include "calibrant/curve.hpp"
#include "model_file/reader.hpp"

namespace calibrant {

void put_shape(Json& json, const Curve::Shape& shape);
Curve::Shape read_shape(Reader json);

/// Adds `curve`, `origin` and, if there is one, `band` to an object.
void put_curve(Json& json, const Curve& curve);
/// Throws InputError for numbers that make no curve.
Curve read_curve(Reader& json);

}  // namespace calibrant
