// ABB's two engines, and which of them is cheaper for given observations.
#pragma once

#include <optional>

#include "binning/nodes.hpp"
#include "calibrant/abb.hpp"
#include "calibrant/observations.hpp"

namespace calibrant {

/// How the sum over binnings is taken. Both are exact: they agree to 1e-9.
enum class Engine {
  kAuto,        ///< the cheaper one
  kDirect,      ///< over bins: O(groups^2)
  kQuadrature,  ///< over nodes in theta: O(groups * sqrt(weight))
};

/// The nodes of the quadrature engine; absent: the direct engine.
std::optional<Nodes> nodes_for(const Observations& observations, Engine engine);

/// fit_abb() by a given engine.
Curve fit_abb_by(Engine engine, const Observations& observations, const AbbOptions& options = {});

}  // namespace calibrant
