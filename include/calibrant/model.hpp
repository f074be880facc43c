// What a fit gives, whatever the method.
#pragma once

#include <variant>

#include "calibrant/acp.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/multiclass.hpp"

namespace calibrant {

/// A curve; ACP's model, which needs an interval for each score; or a model of several classes.
using Model = std::variant<Curve, AcpModel, MulticlassModel>;

}  // namespace calibrant
