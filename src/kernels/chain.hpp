// Inner loops of the quadrature engine of ABB: a chain whose hidden state is theta, on nodes.
//
// A state is one double per node. A unit step multiplies it by theta (a positive) or by 1 - theta
// (a negative); between two steps of different groups mass is injected evenly (a boundary). Steps
// are taken in blocks, so that the arrays of the nodes travel through the cache once per block.
//
// Sums over nodes are taken in lanes, so the instruction sets differ in the last bits: a total of
// one pass by a relative 1e-13 (tests/kernels/chain_test.cpp), the calibrated probabilities by
// 1e-12.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace calibrant::kernels {

/// The length of every array of nodes is a multiple of this; nodes that fill up have weight 0.
inline constexpr std::size_t kNodeMultiple = 8;

struct NodeSpan {
  std::size_t count = 0;
  const double* theta = nullptr;
  const double* complement = nullptr;  ///< 1 - theta, to full relative precision
  const double* weight = nullptr;
  const double* log_theta = nullptr;
  const double* log_complement = nullptr;
};

inline constexpr std::size_t kBlockLength = 16;

/// Unit steps, first to last: state <- (state + injection[t]) * (label t ? theta : complement).
struct UnitBlock {
  std::size_t length = 0;
  std::uint32_t labels = 0;  ///< bit t: the label of step t
  std::array<double, kBlockLength> injection = {};
};

struct Sums {
  double total = 0;  ///< sum of weight * state
  double theta = 0;  ///< sum of weight * state * theta
};

/// One sweep: the steps of `done`, then state <- state * scale + shift, then
/// moments[t] = sum of weight * state * (product of the first t + 1 factors of `next`).
void advance(const NodeSpan& nodes, double* state, const UnitBlock& done, double scale,
             double shift, const UnitBlock& next, double* moments);

/// One group of any weight: state <- (state * scale + shift) * theta^positives *
/// complement^negatives * exp(-log_peak). Returns the sums after it.
Sums advance_group(const NodeSpan& nodes, double* state, double scale, double shift,
                   double negatives, double positives, double log_peak);

/// The same for a group of a few rows, by multiplication; returns the sum of weight * state.
double advance_light(const NodeSpan& nodes, double* state, double scale, double shift,
                     std::size_t negatives, std::size_t positives);

Sums weighted_sums(const NodeSpan& nodes, const double* state);

/// product <- left * (right * scale + shift); returns the sum of weight * product.
double multiply(const NodeSpan& nodes, const double* left, const double* right, double scale,
                double shift, double* product);

/// sum <- sum + factor * term.
void add_scaled(std::size_t count, const double* term, double factor, double* sum);

/// values <- values * factors, and the sum of each kChunk of them.
inline constexpr std::size_t kChunk = 64;
void multiply_and_sum_chunks(std::size_t count, const double* factors, double* values,
                             double* chunk_sums);

}  // namespace calibrant::kernels
