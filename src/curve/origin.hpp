// What every family tells of the data it was fitted on.
#pragma once

#include <string>
#include <utility>

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

inline Origin origin_of(const Observations& observations, std::string method) {
  Origin origin;
  origin.method = std::move(method);
  origin.weight = observations.weight();
  origin.groups = observations.groups();
  origin.prevalence = observations.positive_weight() / observations.weight();
  return origin;
}

}  // namespace calibrant
