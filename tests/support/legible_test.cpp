// Names for people: whatever they hold, they stay on their line and leave the rest alone.
#include "support/legible.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/utf8.hpp"

namespace calibrant {
namespace {

std::string utf8_of(char32_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) {
    return {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
  }
  if (code < 0x10000) {
    return {static_cast<char>(0xE0U | code >> 12U), static_cast<char>(0x80U | (code >> 6U & 0x3FU)),
            static_cast<char>(0x80U | (code & 0x3FU))};
  }
  return {static_cast<char>(0xF0U | code >> 18U), static_cast<char>(0x80U | (code >> 12U & 0x3FU)),
          static_cast<char>(0x80U | (code >> 6U & 0x3FU)),
          static_cast<char>(0x80U | (code & 0x3FU))};
}

TEST(Legible, EveryCodePointIsItselfOrAnEscapeInAscii) {
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code < 0xE000) continue;  // surrogates
    const std::string text = utf8_of(code);
    ASSERT_EQ(utf8_length(text, 0), text.size());
    ASSERT_EQ(utf8_code(text, 0, text.size()), code);
    const std::string seen = legible(text);
    if (is_unseen(code)) {
      ASSERT_EQ(seen.front(), '\\') << static_cast<unsigned>(code);
      for (const char c : seen) ASSERT_TRUE(c > ' ' && c < '\x7f') << static_cast<unsigned>(code);
    } else {
      ASSERT_EQ(seen, text) << static_cast<unsigned>(code);
    }
  }
}

TEST(Legible, TheUnseenAreControlsLineSeparatorsAndBidirectionalControls) {
  // Unicode's classes Cc, Zl, Zp and its property Bidi_Control.
  EXPECT_EQ(legible("\x1b]0;x\x07\r\n\x7f"), R"(\x1b]0;x\x07\x0d\x0a\x7f)");
  EXPECT_EQ(legible(std::string("a\0b", 3)), R"(a\x00b)");
  EXPECT_EQ(legible("\u0080\u0085\u009b\u009f\u00a0"), "\\u0080\\u0085\\u009b\\u009f\u00a0");
  EXPECT_EQ(legible("\u2028\u2029"), R"(\u2028\u2029)");
  EXPECT_EQ(legible("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
            R"(\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069)");
  EXPECT_EQ(legible("Größe ציון 점수 π → 👩\u200d🔬"), "Größe ציון 점수 π → 👩\u200d🔬");
}

TEST(Legible, BytesThatAreNotUtf8AreShownOneByOne) {
  EXPECT_EQ(legible("\x9b"
                    "31m"),
            R"(\x9b31m)");
  EXPECT_EQ(legible("\xff\xc3"), R"(\xff\xc3)");
}

TEST(Legible, IsCutBetweenCharacters) {
  EXPECT_EQ(legible("abcdef", 6), "abcdef");
  EXPECT_EQ(legible("abcdefg", 6), "abcdef...");
  EXPECT_EQ(legible("abcdeö", 6), "abcde...");
  EXPECT_EQ(legible("", 0), "");
  EXPECT_EQ(shown(std::string(40, 'a')), "'" + std::string(40, 'a') + "'");
  EXPECT_EQ(shown(std::string(100'000, 'a')), "'" + std::string(40, 'a') + "...'");
}

}  // namespace
}  // namespace calibrant
