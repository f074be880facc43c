#include "csv/decimal.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <string>

#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

// 1: the same double as std::from_chars; 0: left to it; -1: wrong.
int verdict(const std::string& text) {
  const std::string padded = text + "\n        ";
  double value = 0;
  if (!cli::parse_decimal(padded.data(), padded.data() + text.size(), '.', value)) return 0;
  double expected = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), expected);
  const bool same = problem == std::errc() && stop == text.data() + text.size() &&
                    std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected);
  return same ? 1 : -1;
}

TEST(Decimal, IsWhatFromCharsReads) {
  Random random(11);
  std::size_t taken = 0;
  std::size_t count = 0;
  const auto check = [&](const std::string& text) {
    const int result = verdict(text);
    ASSERT_GE(result, 0) << text;
    taken += static_cast<std::size_t>(result);
    ++count;
  };
  for (int i = 0; i < 200'000; ++i) {
    const double x = random.uniform();
    check(fmt::format("{}", x));
    check(fmt::format("-{}", x * 100));
    check(fmt::format("{:.6f}", x * 1000));
    check(fmt::format("{:.17f}", x));
    // Any digits, the point anywhere.
    std::string digits;
    for (std::size_t n = 2 + random.below(18); n > 0; --n)
      digits += static_cast<char>('0' + random.below(10));
    const std::size_t point = 1 + random.below(digits.size() - 1);
    check(fmt::format("{}.{}", digits.substr(0, point), digits.substr(point)));
  }
  // Nearly all, or it would not be worth its lines.
  EXPECT_GT(static_cast<double>(taken), 0.97 * static_cast<double>(count));
}

TEST(Decimal, HalfWayCasesAreLeftToFromChars) {
  // Exactly between two doubles, and one digit beside.
  Random random(12);
  for (int i = 0; i < 100'000; ++i) {
    const auto odd =
        (std::uint64_t{1} << 53U) + 2 * random.below(std::size_t{1} << 52U) + 1;  // 54 bits
    EXPECT_GE(verdict(fmt::format("{}.0", odd)), 0);
    EXPECT_GE(verdict(fmt::format("{}.5", odd / 8)), 0);
    EXPECT_GE(verdict(fmt::format("{}.{}", odd / 4, (odd % 4) * 25)), 0);
    EXPECT_GE(verdict(fmt::format("{}.{}", odd / 4, (odd % 4) * 25 + 1)), 0);
  }
  EXPECT_EQ(verdict("9007199254740993.0"), 0);
  EXPECT_EQ(verdict("0.5"), 1);
}

TEST(Decimal, LeavesTheUnusualAlone) {
  for (const char* text : {"",
                           "-",
                           ".",
                           "-.",
                           "1",
                           "1.",
                           ".5",
                           "0.0",
                           "+0.5",
                           "1e5",
                           "0.5e1",
                           "0.5 ",
                           " 0.5",
                           "0..5",
                           "0.5.1",
                           "nan",
                           "0,5",
                           "--0.5",
                           "0.5x",
                           "0.1234567x",
                           "0.12345678x",
                           "1.2345678901234567890",
                           "99999999999999999999.5"}) {
    EXPECT_EQ(verdict(text), 0) << text;
  }
  EXPECT_EQ(verdict("0.000000000000000001"), 1);
  EXPECT_EQ(verdict("1234567890.123456789"), 1);
  EXPECT_EQ(verdict("9999999999999999999.9"), 0);
}

}  // namespace
}  // namespace calibrant::testing
