// Quantiles of a smooth density known at the nodes.
#pragma once

#include <cstddef>

#include "binning/nodes.hpp"
#include "calibrant/curve.hpp"

namespace calibrant {

class NodeQuantiles {
 public:
  explicit NodeQuantiles(const Nodes& nodes);

  /// The central interval of `level` of the distribution with this density in theta (any scale;
  /// overwritten).
  Interval central(AlignedVector& density, double level);

 private:
  double d(std::ptrdiff_t j) const;
  double end_term(std::ptrdiff_t j) const;
  double at(double mass) const;

  const Nodes& nodes_;
  const double* along_nodes_ = nullptr;  // the density by node number
  AlignedVector chunk_sums_;
};

}  // namespace calibrant
