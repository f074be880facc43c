// What is known about published figures that ours do not surround.
#pragma once

#include <string>

#include "study/experiment.hpp"

namespace calibrant::experiments {

/// Never empty: where nothing is known it says so.
std::string reason_for(const Experiment& experiment, const std::string& method,
                       std::size_t measure);

}  // namespace calibrant::experiments
