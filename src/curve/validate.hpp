// Do these numbers make a curve?
#pragma once

#include <optional>

#include "calibrant/curve.hpp"

namespace calibrant {

/// Throws InputError naming the first number that is wrong. What passes can be written to a model
/// file and read again.
void check_curve(const Curve::Shape& shape, const std::optional<Band>& band, const Origin& origin);

}  // namespace calibrant
