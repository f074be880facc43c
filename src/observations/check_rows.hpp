// Rows at the border: the first bad one is named.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "support/check.hpp"
#include "support/parallel.hpp"
#include "support/read_once.hpp"

namespace calibrant {

/// Only whether all is well, in loops that a compiler turns into vectors.
template <class Label>
bool good_rows(std::span<const double> scores, std::span<const Label> labels, std::size_t begin,
               std::size_t end) {
  // x - x is +0.0 for finite x and NaN otherwise, whose bits are not all zero.
  std::uint64_t bad = 0;
  for (std::size_t i = begin; i < end; ++i) {
    bad |= std::bit_cast<std::uint64_t>(scores[i] - scores[i]);
  }
  using Bits = std::make_unsigned_t<Label>;
  Bits bits = 0;
  for (std::size_t i = begin; i < end; ++i) bits = static_cast<Bits>(bits | Bits(labels[i]));
  return bad == 0 && (bits >> 1U) == 0;
}

template <class Label>
void check_lengths(std::span<const double> scores, std::span<const Label> labels,
                   std::span<const double> weights) {
  check_not_empty("scores", scores.size());
  check_same_length("labels", labels.size(), "scores", scores.size());
  if (!weights.empty()) check_same_length("weights", weights.size(), "scores", scores.size());
}

/// Names the first bad row. A row that was bad may be good by now, if another thread writes.
template <class Label>
[[noreturn]] void fail_rows(std::span<const double> scores, std::span<const Label> labels,
                            std::span<const double> weights) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    check_finite("scores", i, read_once(scores, i));
    check_label("labels", i, read_once(labels, i));
    if (!weights.empty()) check_weight("weights", i, read_once(weights, i));
  }
  throw InputError("scores", std::nullopt, "changed while they were read");
}

/// For rows without weights that are not copied.
template <class Label>
void check_rows(std::span<const double> scores, std::span<const Label> labels, unsigned threads) {
  check_lengths(scores, labels, {});
  // One quick pass; the search for the place comes after.
  std::atomic<bool> good = true;
  run_parts(threads_for_rows(scores.size(), threads), scores.size(),
            [&](std::size_t /*part*/, std::size_t begin, std::size_t end) {
              if (!good_rows(scores, labels, begin, end)) good = false;
            });
  if (!good) fail_rows(scores, labels, {});
}

}  // namespace calibrant
