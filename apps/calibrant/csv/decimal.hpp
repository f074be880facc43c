// Plain decimals such as 0.8511131886287325, in a few nanoseconds: the same double as
// std::from_chars, which is asked whenever that is not certain. The point may be another character.
//
// With w the digits as a whole number of b bits and k of them behind the point, the value is
// w / 10^k. Let R = floor(2^(63 + B) / 10^k), B the bits of 10^k, and q the upper 64 bits of
// (w 2^(64 - b)) R. Both roundings go down by less than one, so the value lies in [q, q + 2) times
// 2^(b - B - 63). If both ends of that round to the same double, so does the value.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace calibrant::cli {

__extension__ using Wide = unsigned __int128;

inline constexpr std::size_t kMostDecimals = 19;  // 10^19 has 64 bits

struct Reciprocal {
  std::uint64_t value = 0;  // R
  int bits = 0;             // B
};

inline constexpr std::array<Reciprocal, kMostDecimals + 1> kReciprocals = [] {
  std::array<Reciprocal, kMostDecimals + 1> table = {};
  std::uint64_t power = 1;
  for (std::size_t k = 1; k <= kMostDecimals; ++k) {
    power *= 10;
    const int bits = static_cast<int>(std::bit_width(power));
    table[k] = {static_cast<std::uint64_t>((Wide{1} << static_cast<unsigned>(63 + bits)) / power),
                bits};
  }
  return table;
}();

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

inline bool eight_digits(std::uint64_t word) {
  return ((word & 0xF0F0F0F0F0F0F0F0U) |
          (((word + 0x0606060606060606U) & 0xF0F0F0F0F0F0F0F0U) >> 4U)) == 0x3333333333333333U;
}

// Pairs, then fours, then eight: each multiplication joins neighbours.
inline std::uint64_t value_of_eight(std::uint64_t word) {
  word = (word & 0x0F0F0F0F0F0F0F0FU) * 2561 >> 8U;
  word = (word & 0x00FF00FF00FF00FFU) * 6553601 >> 16U;
  return (word & 0x0000FFFF0000FFFFU) * 42949672960001U >> 32U;
}

/// False if the text is anything but digits with a point among them, or too long, or too close
/// between two doubles. Eight bytes behind `end` can be read.
inline bool parse_decimal(const char* begin, const char* end, char point_character, double& value) {
  if constexpr (std::endian::native != std::endian::little) return false;
  const char* at = begin;
  const bool minus = at != end && *at == '-';
  if (minus) ++at;
  const char* first = at;
  std::uint64_t digits = 0;
  const auto take_digits = [&] {
    while (at != end && static_cast<unsigned char>(*at - '0') <= 9) {
      digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
    }
  };
  // Twenty characters are at most nineteen digits and a point: no overflow.
  if (end - first > 20) return false;
  take_digits();
  if (at == first || at == end || *at != point_character) return false;
  const char* point = at++;
  while (end - at >= 8 && eight_digits(load_eight(at))) {
    digits = 100'000'000 * digits + value_of_eight(load_eight(at));
    at += 8;
  }
  take_digits();
  const auto decimals = static_cast<std::size_t>(at - point - 1);
  if (at != end || decimals == 0 || decimals > kMostDecimals || digits == 0) return false;

  const int bits = static_cast<int>(std::bit_width(digits));
  const Reciprocal reciprocal = kReciprocals[decimals];
  const auto quotient = static_cast<std::uint64_t>(
      (Wide{digits << static_cast<unsigned>(64 - bits)} * reciprocal.value) >> 64U);
  // Half of it fits a signed integer, which converts faster; [q, q + 2) is within [h, h + 2) then.
  const auto half = static_cast<std::int64_t>(quotient >> 1U);
  const auto rounded = static_cast<double>(half);
  if (rounded != static_cast<double>(half + 2)) return false;
  const auto exponent = static_cast<std::uint64_t>(1023 + bits - reciprocal.bits - 62);
  const double scale = std::bit_cast<double>(exponent << 52U);
  value = minus ? -rounded * scale : rounded * scale;
  return true;
}

}  // namespace calibrant::cli
