// What every family tells of the data it was fitted on.
#pragma once

#include <string>
#include <utility>

#include "calibrant/curve.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

inline ScoreRange range_of(const Observations& observations) {
  return {.low = observations.scores().front(), .high = observations.scores().back()};
}

inline Origin origin_of(const Observations& observations, std::string method) {
  Origin origin;
  origin.method = std::move(method);
  origin.weight = observations.weight();
  origin.groups = observations.groups();
  origin.prevalence = observations.positive_weight() / observations.weight();
  origin.scores = range_of(observations);
  return origin;
}

}  // namespace calibrant
