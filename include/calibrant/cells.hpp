// Score cells: few enough to be counted anywhere, fine enough to fit as if they were the scores.
//
// A cell is the set of scores that round to the same number, its midpoint, which stands for them
// all. Any engine that has doubles computes it with products and differences alone, to the same bit
// (src/observations/cells.cpp has the rule and why it holds, docs/math/cells.md what it costs).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "calibrant/api.hpp"
#include "calibrant/observations.hpp"

namespace CALIBRANT_API calibrant {

enum class CellRule : std::uint8_t {
  /// Scores in [0, 1]: the distance to the nearer end, rounded to 8 bits after its leading one. 256
  /// cells an octave, the same towards 0 and towards 1; about 20,000 down to 1e-12 from both ends.
  kProbability,
  /// Any finite scores: rounded to 12 bits after the leading one, 4096 cells an octave, each sign.
  kMargin,
};

/// The rule called "probability" or "margin". Throws OptionError for another word.
CellRule cell_rule(std::string_view name);

/// How far the midpoint lies from a score, at most, as a part of the score (of its distance to the
/// nearer end for a probability).
constexpr double cell_error(CellRule rule) {
  return rule == CellRule::kProbability ? 0x1p-9 : 0x1p-13;
}

/// The midpoint that stands for the score. Never descends as scores ascend; 0, 1/2, 1 and every
/// midpoint stand for themselves. Throws InputError for what is no probability, or not finite.
double cell(double score, CellRule rule);

/// Many at once. Throws InputError if the lengths differ, too.
void cells(std::span<const double> scores, CellRule rule, std::span<double> midpoints);

/// The same rows, each with its cell for a score: what an engine that counted cells would send.
/// Throws InputError as `cell` does.
Observations gather(const Observations& observations, CellRule rule);

}  // namespace calibrant
