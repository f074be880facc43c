// Nodes in theta that turn the integral over a bin's rate into a sum (docs/math/abb.md).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/chain.hpp"
#include "support/aligned.hpp"

namespace calibrant {

/// theta_j = sin^2(phi_j / 2), phi ascending in (0, pi).
struct Nodes {
  std::size_t count = 0;  ///< nodes of weight; the arrays are padded to a multiple of eight
  AlignedVector theta;
  AlignedVector complement;
  AlignedVector weight;
  AlignedVector log_theta;
  AlignedVector log_complement;
  /// d theta / d(node number): turns a density in theta into one along the nodes. Smooth, unlike
  /// the weights of Fejer's rule. Zero in the padding.
  AlignedVector slope;
  std::vector<double> phi;  ///< `count` of them
  /// For the bins of few rows, where there are many rows: see aged_state.hpp. Null: none.
  std::shared_ptr<const Nodes> coarse = {};
  std::size_t period = 0;

  kernels::NodeSpan span() const {
    return {theta.size(),  theta.data(),     complement.data(),
            weight.data(), log_theta.data(), log_complement.data()};
  }
};

/// How many nodes a pass over observations of this total weight needs for 1e-9.
std::size_t node_count(double total_weight, bool whole);

/// Fejer's second rule, exact for polynomials of degree < count: whole-number weights.
Nodes fejer_nodes(std::size_t count);

/// The trapezoid rule after a change of variable that flattens both ends: any weights.
Nodes trapezoid_nodes(std::size_t count);

/// Many rows have coarse nodes as well.
Nodes make_nodes(double total_weight, bool whole);
/// For passes in periods of so many rows.
void add_coarse_nodes(Nodes& nodes, std::size_t period);

/// Rows that every bin is taken to have beside its own: the prior of its rate is
/// Beta(positives + 1, negatives + 1). None in the paper.
struct BinPrior {
  double negatives = 0;
  double positives = 0;
};

/// For bands: the mean of the rate is the overall rate, so that a bin of few rows is not taken for
/// one of both classes alike. Where as many labels are positive as negative it is the paper's
/// prior. Whole numbers, for Fejer's rule.
BinPrior band_prior(double negatives, double positives);

/// The same for quantiles, good to 2e-3 of a posterior standard deviation.
std::size_t band_node_count(double total_weight, bool whole);
Nodes make_band_nodes(double total_weight, bool whole, const BinPrior& prior = {});

}  // namespace calibrant
