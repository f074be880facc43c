// read_double_by_hand() is std::from_chars of a library that has it.
#include "system/numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "helpers/comma_locale.hpp"
#include "math/random.hpp"

namespace calibrant {
namespace {

// Where doubles cannot be read by the library there is nothing to compare with.
#if !defined(_LIBCPP_VERSION) || _LIBCPP_VERSION >= 200000
void expect_the_same(const std::string& text) {
  double expected = -77;
  double actual = -77;
  const char* begin = text.data();
  const auto [stop, problem] = std::from_chars(begin, begin + text.size(), expected);
  const auto [own_stop, own_problem] =
      system::read_double_by_hand(begin, begin + text.size(), actual);
  EXPECT_EQ(own_problem, problem) << text;
  EXPECT_EQ(own_stop - begin, stop - begin) << text;
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << text;
    EXPECT_EQ(std::signbit(actual), std::signbit(expected)) << text;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(actual), std::bit_cast<std::uint64_t>(expected)) << text;
  }
}

TEST(Numbers, AreReadAsTheStandardLibraryReadsThem) {
  const std::vector<std::string> texts = {
      "",
      "-",
      "+1",
      ".",
      "-.",
      ".5",
      "5.",
      "-0",
      "0e5",
      "1e",
      "1e+",
      "1e-x",
      "1e5",
      "1E5",
      "1.5e-3x",
      "0x10",
      "inf",
      "-INF",
      "infinity",
      "Infinit",
      "nan",
      "-nan",
      "nan(1_a)",
      "nan(-)",
      "1e400",
      "-1e400",
      "1e-400",
      "0.0e-9999",
      "5e-324",
      "2e-324",
      "2.5e-324",
      " 1",
      "1,5",
      "1..2",
      "00012.50",
      "1e00003",
      "1.7976931348623159e308",
      "9007199254740993",
      "0.1000000000000000055511151231257827021181583404541015625"};
  for (const std::string& text : texts) expect_the_same(text);
}

TEST(Numbers, OfAnyBitsAreReadAsTheStandardLibraryReadsThem) {
  RandomStream random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random.bits());
    char text[64];
    const auto format = i % 2 == 0 ? std::chars_format::scientific : std::chars_format::general;
    expect_the_same({text, std::to_chars(text, text + sizeof text, value, format, 1 + i % 20).ptr});
  }
}
#endif

TEST(Numbers, DoNotDependOnTheLocale) {
  const testing::CommaLocale comma;
  double value = 0;
  const std::string text = "1.5";
  const auto [stop, problem] =
      system::read_double_by_hand(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(problem, std::errc());
  EXPECT_EQ(value, 1.5);
}

}  // namespace
}  // namespace calibrant
