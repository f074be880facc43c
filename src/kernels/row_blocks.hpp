// Rows of several classes in blocks, class by class within a block, so that a vector holds one
// class of several rows. No MulAdd: every instruction set gives the same bits, and a row's bits do
// not depend on the others.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace calibrant::kernels {

inline constexpr std::size_t kRowBlock = 64;
using RowValues = std::array<double, kRowBlock>;

// A block is [classes][kRowBlock] on a cache line.

/// `count` rows, 1 to kRowBlock, one after the other; the block is filled up with the last one.
/// Numbers are cut to [-largest, largest]. A row that is not finite becomes 0 throughout: true if
/// none is.
bool rows_to_block(const double* rows, std::size_t count, std::size_t classes, double largest,
                   double* block);

/// The first `count` rows.
void block_to_rows(const double* block, std::size_t count, std::size_t classes, double* rows);

/// Each row divided by its sum, what is negative counting as 0; equal shares where the sum is 0.
/// `out` may be `block`.
void shares_block(const double* block, std::size_t classes, double* out);

/// The same shares, added to `sum` with a weight.
void add_shares_block(const double* block, std::size_t classes, double weight, double* sum);

/// log p, at least log `least`.
void log_block(const double* p, std::size_t classes, double least, double* out);

/// With p = softmax(power x): log((1 - mixing) p + mixing / classes), at least log `least`, less
/// its mean over the classes.
struct MixedReading {
  double power = 1;
  double mixing = 0;
  double least = 0;
};
void mixed_block(const double* x, std::size_t classes, const MixedReading& reading, double* out);

/// Numbers below `least` become `least`; then less their mean over the classes. `out` may be `x`.
void centred_block(const double* x, std::size_t classes, double least, double* out);

/// Whether all numbers lie in [low, high]. NaN lies nowhere.
bool all_within(std::span<const double> numbers, double low, double high);

/// The largest probability of each row, how many classes have it, and the sum of all but one of
/// these. Each of those classes is the top label with equal chances.
struct TopLabels {
  alignas(64) RowValues largest;
  alignas(64) RowValues ties;
  alignas(64) RowValues rest;
};
void find_top_labels(const double* p, std::size_t classes, TopLabels& top);

/// The top label gets `confidence`, which is on a cache line; the others keep their shares of the
/// rest, or have equal ones if there is none. Added to `sum` with a weight.
void add_top_labels(const double* p, std::size_t classes, const TopLabels& top,
                    const RowValues& confidence, double weight, double* sum);

}  // namespace calibrant::kernels
