// Reading many small piecewise linear curves, one for each class, whose knots are shared.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/row_blocks.hpp"

namespace calibrant::kernels {

/// Probabilities go to cells by the leading bits of m = min(p, 1 - p), which is exact from 1/2 on:
/// cell (bits of m >> shift) - base, and as many cells again for p above 1/2. A cell has at most
/// one border, which divides it into two sides.
struct CellsByOdds {
  int shift = 0;
  std::int64_t base = 0;
  std::int64_t cells = 0;           ///< of each half
  double least = 0;                 ///< what is below counts as this
  const double* borders = nullptr;  ///< [2 * cells], infinite if there is none

  std::int64_t sides() const { return 4 * cells; }
};

/// out = a + b m, cut to [0, 1], with [a, b] = lines[class][2 * cell + (p >= border)]. Every
/// instruction set gives the same bits.
void read_class_curves(const CellsByOdds& cells, const double* lines, const double* p,
                       std::size_t classes, double* out);

}  // namespace calibrant::kernels
