// What a fit gives, whatever the method.
#pragma once

#include <variant>

#include "calibrant/acp.hpp"
#include "calibrant/curve.hpp"
#include "calibrant/groups.hpp"
#include "calibrant/multiclass.hpp"

namespace calibrant {

/// A curve; ACP's model, which needs an interval for each score; a model of several classes; or a
/// curve with corrections for groups.
using Model = std::variant<Curve, AcpModel, MulticlassModel, GroupedModel>;

/// The curve, or the common curve of groups. Nothing for the other kinds.
inline const Curve* curve_in(const Model& model) {
  if (const auto* grouped = std::get_if<GroupedModel>(&model)) return &grouped->common();
  return std::get_if<Curve>(&model);
}

}  // namespace calibrant
