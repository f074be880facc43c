// What every fuzz target shares: taking an input apart, and ending loudly when a promise is broken.
//
// A target is one function over bytes, LLVMFuzzerTestOneInput. Clang's libFuzzer drives it towards
// new branches (./dev fuzz); driver.cpp replays the corpus and mutates it blindly with any compiler
// (part of ctest).
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace calibrant::fuzz {

/// A broken promise ends the process, so that the fuzzer keeps the input.
inline void require(bool holds, std::string_view promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

inline void require_probability(double p, std::string_view what) {
  require(p >= 0 && p <= 1, what);  // false for NaN
}

/// Takes the input apart from the front; beyond its end everything is zero.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  bool empty() const { return rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }

  bool flag() { return byte() % 2 == 1; }

  std::uint64_t bits(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value = value << 8U | byte();
    return value;
  }

  /// Any double at all, NaN and infinities included; small whole numbers and fractions, which make
  /// ties, are cheap to say.
  double number() {
    const std::uint8_t kind = byte();
    switch (kind % 6) {
      case 0:
        return std::bit_cast<double>(bits(8));
      case 1:
        return static_cast<double>(static_cast<std::int8_t>(byte()));
      case 2:  // a neighbour of the one before
        last_ = std::nextafter(last_, kind < 128 ? INFINITY : -INFINITY);
        return last_;
      case 3:  // a power of two, of any size
        return std::ldexp(kind < 128 ? 1.0 : -1.0, static_cast<int>(bits(2) % 2200) - 1100);
      default:
        return last_ = unit();
    }
  }

  /// In [0, 1], both ends included, mostly of few digits.
  double unit() {
    const std::uint8_t kind = byte();
    if (kind < 200) return kind / 199.0;
    if (kind < 220) return std::ldexp(1.0, -static_cast<int>(bits(2) % 1100));
    if (kind < 240) return 1 - std::ldexp(1.0, -static_cast<int>(byte() % 60));
    return static_cast<double>(bits(7) >> 3U) * 0x1p-53;
  }

  std::string_view text() {
    const auto* begin = reinterpret_cast<const char*>(rest_.data());
    const std::string_view all(begin, rest_.size());
    rest_ = {};
    return all;
  }

 private:
  std::span<const std::uint8_t> rest_;
  double last_ = 0.5;
};

}  // namespace calibrant::fuzz
