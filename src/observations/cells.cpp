// The cell rule: rounding to t significant bits with nothing but products and differences.
//
// Veltkamp's splitting. With p = 53 bits of a double and the constant C = 2^(p-t) + 1,
//
//     c = C x,   r = c - (c - x)          (every operation rounded to nearest, as IEEE 754 says)
//
// r is x rounded to t bits, to nearest; S. Boldo proved it for every x, subnormal ones included, if
// C x does not overflow (Pitfalls of a full floating-point proof, IJCAR 2006). No logarithm, no
// power, no cast of bits: nothing in which two engines, or two C libraries, could differ. Rounding
// to nearest never descends, and what has t bits already stays as it is.
//
// Probabilities: x = s below 1/2 and 1 - s from there on, which is exact (Sterbenz), t = 9; the
// midpoint is r or 1 - r, exact again: r is a multiple of 2^-53, as 1 - s was. Both sides meet in
// 1/2. Only 0 rounds to 0, so exact zeros and ones keep cells of their own.
//
// Margins: t = 13, and the sign needs no care, since the rule is odd. Above 2^960 in magnitude C x
// might overflow; such scores stay as they are. 2^960 has few bits, so order holds across it.
//
// SQL engines compute the same text: src/export/fit_query.cpp.
#include "calibrant/cells.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "calibrant/error.hpp"
#include "calibrant/words.hpp"
#include "observations/builder.hpp"
#include "observations/canonical.hpp"
#include "observations/cell_rule.hpp"
#include "support/check.hpp"
#include "support/legible.hpp"

namespace calibrant {
namespace {

double rounded(double x, double splitter) {
  const double c = x * splitter;
  return c - (c - x);
}

void check_score(std::size_t index, double score, CellRule rule) {
  if (rule == CellRule::kProbability) {
    check_probability("scores", index, score);
  } else {
    check_finite("scores", index, score);
  }
}

double midpoint(double score, CellRule rule) {
  if (rule == CellRule::kMargin) {
    const bool small = score > -kLargestRounded && score < kLargestRounded;
    return canonical(small ? rounded(score, kMarginSplitter) : score);
  }
  return canonical(score < 0.5 ? rounded(score, kProbabilitySplitter)
                               : 1 - rounded(1 - score, kProbabilitySplitter));
}

}  // namespace

CellRule cell_rule(std::string_view name) {
  const auto rule = value_of(kCellRuleNames, name);
  if (rule) return *rule;
  throw OptionError("cells", fmt::format("{} is not probability or margin", shown(name)));
}

double cell(double score, CellRule rule) {
  check_score(0, score, rule);
  return midpoint(score, rule);
}

void cells(std::span<const double> scores, CellRule rule, std::span<double> midpoints) {
  check_same_length("midpoints", midpoints.size(), "scores", scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) check_score(i, scores[i], rule);
  for (std::size_t i = 0; i < scores.size(); ++i) midpoints[i] = midpoint(scores[i], rule);
}

Observations gather(const Observations& observations, CellRule rule) {
  const auto scores = observations.scores();
  const std::size_t groups = observations.groups();
  ObservationsBuilder builder(groups);
  for (std::size_t k = 0; k < groups; ++k) check_score(k, scores[k], rule);
  for (std::size_t k = 0; k < groups;) {
    const double here = midpoint(scores[k], rule);
    double negatives = 0;
    double positives = 0;
    for (; k < groups && midpoint(scores[k], rule) == here; ++k) {
      negatives += observations.negatives()[k];
      positives += observations.positives()[k];
    }
    builder.add(here, negatives, positives);
  }
  return std::move(builder).finish();
}

}  // namespace calibrant
