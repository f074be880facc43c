// Inner loops of the offset chain: a hidden offset delta on nodes, added to a group's log odds z.
//
// A state is one double per node, as in kernels/chain.hpp, whose multiply() and add_scaled() serve
// here as well; only the likelihood of a group differs: it depends on z and is made once per group
// for all the states that walk side by side. Instruction sets differ in the last bits of the sums:
// by a relative 1e-13 (tests/kernels/offset_test.cpp).
#pragma once

#include <cstddef>

namespace calibrant::kernels {

/// Arrays of a length that is a multiple of kNodeMultiple.
struct OffsetSpan {
  std::size_t count = 0;
  const double* delta = nullptr;
  const double* exp_delta = nullptr;
  const double* weight = nullptr;
};

/// Whole counts of at most this weight are powers by multiplication; others take exp and log.
inline constexpr double kMostPowers = 256;

/// One group: its log odds without an offset, its counts, and the log that is taken out.
struct OffsetGroup {
  double log_odds = 0;
  double negatives = 0;
  double positives = 0;
  double log_peak = 0;
};

/// out = p^positives (1 - p)^negatives exp(-log_peak), p = 1 / (1 + exp(-(log_odds + delta))).
/// |log_odds + delta| is at most 60 or so.
void offset_likelihood(const OffsetSpan& nodes, const OffsetGroup& group, double* out);

/// out = 1 / (1 + exp(-(log_odds + delta))).
void offset_probabilities(const OffsetSpan& nodes, double log_odds, double* out);

/// to = (from * scale + shift) * likelihood; returns the sum of weight * to. `from` may be `to`.
double advance_by(const OffsetSpan& nodes, const double* from, double scale, double shift,
                  const double* likelihood, double* to);

/// A density: left * (right * scale + shift).
struct OffsetProduct {
  const double* left = nullptr;
  const double* right = nullptr;
  double scale = 1;
  double shift = 0;
};

struct OffsetSums {
  double total = 0;  ///< of weight * density
  double rated = 0;  ///< the same, times rates
};
OffsetSums sums_of_product(const OffsetSpan& nodes, const OffsetProduct& product,
                           const double* rates);

/// most = max(most, factor * weight * density).
void raise_to(const OffsetSpan& nodes, const OffsetProduct& product, double factor, double* most);

}  // namespace calibrant::kernels
