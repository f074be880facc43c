// Which of ABB's two engines is cheaper for given observations.
#pragma once

#include <optional>

#include "binning/nodes.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// The nodes of the quadrature engine; absent: the direct engine.
std::optional<Nodes> nodes_for(const Observations& observations, Engine engine);

}  // namespace calibrant
