// The rate of positives that a model was fitted on.
#pragma once

#include "calibrant/model.hpp"

namespace calibrant {

/// Not for several classes.
inline double fitted_prevalence(const Model& model) {
  if (const Curve* curve = curve_in(model)) return curve->origin().prevalence;
  const Observations& seen = std::get<AcpModel>(model).observations();
  return seen.positive_weight() / seen.weight();
}

}  // namespace calibrant
