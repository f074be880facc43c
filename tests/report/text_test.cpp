// Text and numbers of a report: escaped, the same in every locale.
#include <gtest/gtest.h>

#include <clocale>
#include <string>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/sha256.hpp"
#include "report/text_width.hpp"

namespace calibrant::report {
namespace {

TEST(ReportEscape, MarkupBecomesText) {
  EXPECT_EQ(escape("<script>alert(\"1\") & 'x'</script>").text,
            "&lt;script&gt;alert(&quot;1&quot;) &amp; &#39;x&#39;&lt;/script&gt;");
  EXPECT_EQ(escape("Größe → π 😀\n\t").text, "Größe → π 😀\n\t");
}

TEST(ReportEscape, WhatIsNoUtf8OrNoTextIsShownAsAnEscape) {
  EXPECT_EQ(escape("a\xFFz").text, R"(a\xffz)");
  EXPECT_EQ(escape("\xC3").text, R"(\xc3)");                          // cut off
  EXPECT_EQ(escape("\xC0\xBC").text, R"(\xc0\xbc)");                  // overlong '<'
  EXPECT_EQ(escape("\xED\xA0\x80").text, R"(\xed\xa0\x80)");          // a surrogate
  EXPECT_EQ(escape("\xF4\x90\x80\x80").text, R"(\xf4\x90\x80\x80)");  // beyond Unicode
  EXPECT_EQ(escape(std::string("\0\x1B[1m\x7F", 6)).text, R"(\x00\x1b[1m\x7f)");
  EXPECT_EQ(escape("\u009B1m").text, R"(\u009b1m)");  // CSI of some terminals
}

TEST(ReportEscape, NoCharacterTurnsTheTextAroundIt) {
  for (const char* control : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D",
                              "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"}) {
    const std::string text = escape(std::string("q") + control + "711").text;
    EXPECT_EQ(text.size(), 10U) << text;
    EXPECT_EQ(text.substr(0, 3), "q\\u") << text;
    EXPECT_EQ(text.substr(7), "711") << text;
  }
  EXPECT_EQ(escape("q\u202E").text, R"(q\u202e)");
}

TEST(ReportEscape, RightToLeftWordsAreIsolated) {
  EXPECT_EQ(escape("column ציון: 711 observed").text, "column \u2068ציון\u2069: 711 observed");
  EXPECT_EQ(escape("ציון גבוה").text, "\u2068ציון גבוה\u2069");  // two words of one name
  EXPECT_EQ(escape("נ<ב").text, "\u2068נ\u2069&lt;\u2068ב\u2069");
  EXPECT_EQ(escape("Größe → π 😀 한국").text, "Größe → π 😀 한국");  // all of these run right
}

TEST(ReportFormat, Numbers) {
  EXPECT_EQ(fixed(-0.0004, 3), "0.000");
  EXPECT_EQ(fixed(-0.0006, 3), "-0.001");
  EXPECT_EQ(significant(0.000123456, 3), "0.000123");
  EXPECT_EQ(significant(1234.5, 2), "1234");
  EXPECT_EQ(significant(0.5, 3), "0.5");
  EXPECT_EQ(significant(1e-9, 3), "1e-09");
  EXPECT_EQ(count(1234567), "1,234,567");
  EXPECT_EQ(count(-1234), "-1,234");
  EXPECT_EQ(count(999), "999");
  EXPECT_EQ(count(1000.25), "1,000.25");
  EXPECT_EQ(coordinate(-0.01), "0");
  EXPECT_EQ(round_up(0.021), 0.03);
  EXPECT_EQ(round_up(0.5), 0.5);
  EXPECT_EQ(round_up(7), 10);
  EXPECT_EQ(round_up(0), 0);
  EXPECT_EQ(coordinate(12.34), "12.3");
  EXPECT_EQ(coordinate(400), "400");
}

TEST(ReportFormat, PercentShowsTwoDigitsOfTheSmallerSide) {
  EXPECT_EQ(percent(0.7149), "71\u00A0%");
  EXPECT_EQ(percent(0.0714), "7.1\u00A0%");
  EXPECT_EQ(percent(0.00714), "0.71\u00A0%");
  EXPECT_EQ(percent(0.9962), "99.62\u00A0%");
  EXPECT_EQ(percent(0), "0\u00A0%");
  EXPECT_EQ(percent(1), "100\u00A0%");
  EXPECT_EQ(percent_range(0.66, 0.76), "66 to 76\u00A0%");
  EXPECT_EQ(percent_range(0.004, 0.02), "0.4 to 2.0\u00A0%");
  EXPECT_EQ(percent_range(0.0084, 0.9057), "1 to 91\u00A0%");
  EXPECT_EQ(percent_range(0.9989, 0.9991), "99.89 to 99.91\u00A0%");
  EXPECT_EQ(percent_range(0, 0), "0 to 0\u00A0%");
  EXPECT_EQ(percent_within(0.333, 0.0084, 0.9057), "33\u00A0%");
}

TEST(ReportFormat, NoLocaleChangesANumber) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "C.UTF-8", "C"}) {
    std::setlocale(LC_ALL, name);
    EXPECT_EQ(fixed(1234.5, 2), "1234.50") << name;
    EXPECT_EQ(coordinate(0.5), "0.5") << name;
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(ReportTextWidth, LongNamesAreCutWithinTheWidth) {
  const std::string name = "a rather long name of a column";
  EXPECT_EQ(fit_text(name, 12, 1000), name);
  const std::string cut = fit_text(name, 12, 100);
  EXPECT_LE(text_width(cut, 12), 100);
  EXPECT_TRUE(cut.ends_with("…")) << cut;
  EXPECT_GT(cut.size(), 10U);
  // Never through the middle of a character.
  for (double width = 10; width < 90; width += 3) {
    EXPECT_EQ(escape(fit_text("ÄÖÜ→😀äöü", 12, width)).text.find("\xEF\xBF\xBD"), std::string::npos);
  }
}

// FIPS 180-4 examples, in base64.
TEST(ReportSha256, KnownAnswers) {
  EXPECT_EQ(sha256_base64(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
}

}  // namespace
}  // namespace calibrant::report
