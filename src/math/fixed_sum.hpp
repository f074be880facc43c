// A sum of many terms, none negative, that no order of the terms changes, to the bit: each is cut
// to a multiple of a fixed quantum, and whole numbers add up exactly. So a sum over rows needs no
// sort to be the same as the sum over groups of tied rows, count times term.
//
// What is cut off is less than a quantum per term. That is below the rounding of the mean, 2^-52 of
// it, unless the mean is small: then there is no such sum, and the caller takes another.
#pragma once

#include <cstdint>
#include <optional>

namespace calibrant::metrics {

struct FixedScale {
  double scale;  ///< quanta per unit: terms times this stay below 2^63
  double least;  ///< the smallest mean for which the quantum does not matter
};
/// Terms in [0, 1].
inline constexpr FixedScale kUnitTerms = {.scale = 0x1p62, .least = 0x1p-10};
/// Terms in [0, 64): -ln of a clipped probability.
inline constexpr FixedScale kLogTerms = {.scale = 0x1p56, .least = 0x1p-4};

/// More rows than this might overflow.
inline constexpr double kMostFixedTerms = 0x1p32;

class FixedSum {
 public:
  explicit FixedSum(const FixedScale& scale) : scale_(scale) {}

  void add(double term) noexcept { add(term, 1); }
  void add(double term, std::uint64_t count) noexcept {
    const auto quanta = static_cast<std::uint64_t>(static_cast<std::int64_t>(term * scale_.scale));
    high_ += count * (quanta >> kHalf);
    low_ += count * (quanta & ((std::uint64_t{1} << kHalf) - 1));
  }

  /// Of terms of this total weight; absent if their mean is too small.
  std::optional<double> value(double weight) const noexcept {
    const double total =
        (static_cast<double>(high_) * 0x1p31 + static_cast<double>(low_)) / scale_.scale;
    if (!(total >= weight * scale_.least)) return {};
    return total;
  }

 private:
  static constexpr unsigned kHalf = 31;

  FixedScale scale_;
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace calibrant::metrics
