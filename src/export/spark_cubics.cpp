// Rows are even about 1/2, and towards either end even in every two octaves. In each, a cubic goes
// through the sigmoid at four Chebyshev points. Every table is checked between these points. Nearer
// to 0 and 1 than 2^-14 there are no rows.
#include "export/spark_cubics.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace calibrant {
namespace {

constexpr double kTolerance = 1e-11;
constexpr int kFirstOctave = 6;  // about 1/2 is [1/64, 63/64]
constexpr int kLastOctave = 14;
constexpr int kChecks = 13;  // of a row, its ends included

using Wide = long double;
using Coefficients = std::array<double, 4>;

Wide value(const Sigmoid& sigmoid, Wide x) {
  const Wide complement =
      sigmoid.input == Sigmoid::Input::kLogit ? sigmoid.slope : sigmoid.slope_complement;
  const Wide z = sigmoid.intercept + sigmoid.slope * std::log(x) - complement * std::log1p(-x);
  return 1 / (1 + std::exp(-z));
}

BitRows rows_for(int octaves) {
  const int log_rows = std::countr_zero(static_cast<unsigned>(octaves));
  const std::int64_t edge = kUnits >> kFirstOctave;
  // As fine at its ends as what is next to it.
  std::vector<BitSpan> spans = {{edge, kUnits - edge, 52 - log_rows - kFirstOctave + 2}};
  for (int octave = kFirstOctave; octave < kLastOctave; octave += 2) {
    const std::int64_t high = kUnits >> octave;
    const int shift = 52 - octave - log_rows;
    spans.push_back({high >> 2, high, shift});
    spans.push_back({kUnits - high, kUnits - (high >> 2), shift});
  }
  return BitRows(spans);
}

// The cubic of the distance from the nearer end; `end` is that end.
Coefficients cubic_through(const Sigmoid& sigmoid, Wide middle, Wide half, Wide end) {
  // Chebyshev's coefficients, then those of powers of (x - middle) / half.
  std::array<Wide, 4> c = {};
  for (std::size_t k = 0; k < 4; ++k) {
    const Wide angle = (static_cast<Wide>(k) + 0.5L) * std::numbers::pi_v<Wide> / 4;
    const Wide y = value(sigmoid, middle + half * std::cos(angle));
    for (std::size_t j = 0; j < 4; ++j) c[j] += y * std::cos(static_cast<Wide>(j) * angle) / 2;
  }
  std::array<Wide, 4> a = {c[0] / 2 - c[2], c[1] - 3 * c[3], 2 * c[2], 4 * c[3]};
  Wide scale = 1;
  for (Wide& coefficient : a) {
    coefficient /= scale;
    scale *= half;
  }
  // Powers of x - middle become powers of x - end, by Horner's rule.
  const Wide shift = middle - end;
  std::array<Wide, 4> moved = {};
  for (std::size_t k = 4; k-- > 0;) {
    for (std::size_t j = 3; j > 0; --j) moved[j] = moved[j - 1] - shift * moved[j];
    moved[0] = a[k] - shift * moved[0];
  }
  return {static_cast<double>(moved[0]), static_cast<double>(moved[1]),
          static_cast<double>(moved[2]), static_cast<double>(moved[3])};
}

bool holds(const Sigmoid& sigmoid, const Coefficients& c, Wide middle, Wide half, Wide end) {
  for (int k = 0; k < kChecks; ++k) {
    const Wide x = middle + half * (2 * static_cast<Wide>(k) / (kChecks - 1) - 1);
    const auto w = static_cast<double>(x - end);
    const double found = c[0] + w * (c[1] + w * (c[2] + w * c[3]));
    const Wide right = value(sigmoid, x);
    if (!(std::abs(found - right) <= kTolerance * right)) return false;
  }
  return true;
}

std::optional<Cubics> cubics_on(const Sigmoid& sigmoid, BitRows rows) {
  std::vector<Coefficients> coefficients;
  for (const BitRow& row : rows.rows()) {
    coefficients.push_back({});
    if (!row.read) continue;
    const Wide half = std::ldexp(Wide{1}, row.shift - 53);
    const Wide middle = std::ldexp(static_cast<Wide>(row.start), -52) + half;
    const Wide end = row.start < kUnits / 2 ? 0 : 1;
    coefficients.back() = cubic_through(sigmoid, middle, half, end);
    if (!holds(sigmoid, coefficients.back(), middle, half, end)) return {};
  }
  const std::int64_t first = kUnits >> kLastOctave;
  return Cubics{std::move(rows), std::move(coefficients), first, kUnits - first};
}

}  // namespace

std::optional<Cubics> cubics_of(const Sigmoid& sigmoid) {
  if (sigmoid.input == Sigmoid::Input::kScore) return {};
  for (const int rows : {256, 512}) {
    if (auto cubics = cubics_on(sigmoid, rows_for(rows))) return cubics;
  }
  return {};
}

}  // namespace calibrant
