// Random numbers that are the same everywhere: a generator that counts, and one stream per key.
//
// SplitMix64 (Steele, Lea & Flood 2014): the i-th number is a hash of start + i * odd constant. The
// start of a stream is a hash of seed and key, so that work split over threads by key draws the
// same numbers whoever does it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace calibrant {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t key = 0)
      : state_(mix(mix(seed + kStep) + kStep * (key + 1))) {}

  std::uint64_t bits() noexcept { return mix(state_ += kStep); }

  /// In [0, 1), a multiple of 2^-53.
  double uniform() noexcept { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

  /// In (0, 1): half a step above uniform(), for logarithms.
  double open_uniform() noexcept { return uniform() + 0x1p-54; }

  /// Mean 0, variance 1 (Box and Muller; the second of each pair is not used).
  double normal() noexcept {
    const double radius = std::sqrt(-2 * std::log(open_uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  /// 0 to n - 1, each with the same chance to within n / 2^64; n > 0.
  std::size_t below(std::size_t n) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Wide>(bits()) * n) >> 64U);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

  static constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace calibrant
