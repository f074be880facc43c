// Model files by somebody who knows how to make the checksum right.
#include <gmock/gmock.h>

#include <string>

#include "calibrant/calibrant.h"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "helpers/editing.hpp"

namespace calibrant::testing {
namespace {

std::string curve_text() {
  return to_json(Curve(Segments{{0, 1}, {0.25, 0.75}}, {},
                       {.method = "abb", .weight = 9, .groups = 4, .prevalence = 0.5}));
}

using testing::error_of;

// The curve's text, with a quoted JSON string in the place of `from`.
std::string with(const std::string& from, const std::string& to) {
  return edited(curve_text(), from, to);
}

TEST(HostileModelText, MessagesShowControlsAsEscapesOnOneLine) {
  // The checksum is over what is written again: controls as JSON escapes them, keys ascending.
  EXPECT_EQ(error_of(with("\"kind\":\"curve\"", R"("kind":"\u001b]0;PWNED\u0007")")),
            R"(model.model.kind: "\x1b]0;PWNED\x07" is not known)");
  EXPECT_EQ(error_of(with("\"kind\":\"curve\"", R"("kind":"a\nfake: all is well\r\nb")")),
            R"(model.model.kind: "a\x0afake: all is well\x0d\x0ab" is not known)");
  EXPECT_EQ(error_of(with("\"shape\":\"segments\"", "\"shape\":\"\u202e\u009b\"")),
            R"(model.model.curve.shape: "\u202e\u009b" is not known)");
  EXPECT_EQ(error_of(with("\"prevalence\":0.5", R"("prevalence":0.5,"scale":"\u001b[2J")")),
            R"(model.model.origin.scale: "\x1b[2J" is not known)");
  EXPECT_EQ(error_of(with("\"curve\":{", R"("a\nb":1,"curve":{)")),
            R"(model.model: has an unknown key "a\x0ab")");
}

TEST(HostileModelText, MessagesAreShort) {
  const std::string letters(100'000, 'x');
  const std::string beginning(40, 'x');
  EXPECT_EQ(error_of(with("\"kind\":\"curve\"", "\"kind\":\"" + letters + "\"")),
            "model.model.kind: \"" + beginning + "...\" is not known");
  EXPECT_EQ(error_of(with("\"weight\":9.0}", "\"weight\":9.0},\"" + letters + "\":1")),
            "model.model: has an unknown key \"" + beginning + "...\"");
  EXPECT_EQ(
      error_of(R"({"format":"calibrant-model","version":")" + letters + "\"}"),
      "model.version: \"" + beginning.substr(1) + "... is not known (this release reads 1 to 5)");
  const std::string twice = "model: has a key \"" + beginning + "...\" twice";
  EXPECT_EQ(error_of("{\"" + letters + "\":1,\"" + letters + "\":2}"), twice);
}

TEST(HostileModelText, NamesOfClassesAndMethodsAreEscapedElsewhereToo) {
  const Curve curve(Segments{{0, 1}, {0.25, 0.75}});
  try {
    MulticlassModel({"a\n\x1b", "a\n\x1b"}, {curve, curve});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), R"(names[1]: 'a\x0a\x1b' is there twice)");
  }
  const double scores[] = {0.25, 0.75};
  const int labels[] = {0, 1};
  calibrant_model* model = nullptr;
  EXPECT_EQ(calibrant_fit("a\nb\x1b", nullptr, scores, labels, nullptr, 2, &model),
            CALIBRANT_BAD_OPTION);
  EXPECT_THAT(calibrant_last_error(), ::testing::StartsWith(R"(method: 'a\x0ab\x1b' is not one)"));
  EXPECT_EQ(calibrant_fit("abb", R"({"a\nb": 1})", scores, labels, nullptr, 2, &model),
            CALIBRANT_BAD_OPTION);
  EXPECT_STREQ(calibrant_last_error(), R"(a\x0ab: is not an option)");
  EXPECT_EQ(
      calibrant_fit("abb", R"({"scale": "\u001b\u202e"})", scores, labels, nullptr, 2, &model),
      CALIBRANT_BAD_OPTION);
  EXPECT_THAT(calibrant_last_error(), ::testing::StartsWith(R"(scale: '\x1b\u202e' is not one)"));
  EXPECT_EQ(
      calibrant_fit("abb", R"({"lambda": 1, "lambda": 2})", scores, labels, nullptr, 2, &model),
      CALIBRANT_BAD_OPTION);
  EXPECT_STREQ(calibrant_last_error(), R"(options: has a key "lambda" twice)");
  EXPECT_EQ(
      describe({.method = "auto", .candidates = {{.lambda = 1, .weight = 1, .base = "x\n\u202e"}}}),
      R"(One model: x\x0a\u202e.)");
}

TEST(HostileModelText, NumbersThatNoDataGiveAreRefused) {
  EXPECT_EQ(error_of(with("\"weight\":9.0", "\"weight\":-5.0")),
            "model.model: origin.weight: -5 is negative");
  EXPECT_EQ(error_of(with("\"prevalence\":0.5", "\"prevalence\":7.0")),
            "model.model: origin.prevalence: 7 is not a share (0 to 1)");
  EXPECT_EQ(error_of(with("\"prevalence\":0.5", "\"prevalence\":-0.5")),
            "model.model: origin.prevalence: -0.5 is not a share (0 to 1)");
  EXPECT_EQ(error_of(with("\"groups\":4", "\"groups\":18446744073709551615")),
            "model.model: origin.groups: 18446744073709551615 is more than any data have");
  const std::string candidate = to_json(
      Curve(Steps{{}, {0.5}}, {}, {.method = "sbb", .candidates = {{.lambda = 2, .weight = 1}}}));
  EXPECT_EQ(error_of(edited(candidate, "\"weight\":1.0", "\"weight\":-1.0")),
            "model.model: origin.candidates[0]: weight -1 is negative");
}

TEST(HostileModelText, AKeyIsThereOnce) {
  const std::string text = curve_text();
  EXPECT_EQ(error_of(R"({"version":2,)" + text.substr(1)), R"(model: has a key "version" twice)");
  EXPECT_EQ(error_of(with("\"weight\":9.0", "\"weight\":9.0,\"weight\":9.0")),
            R"(model: has a key "weight" twice)");
}

TEST(HostileModelText, AZeroHasNoSign) {
  const Model model = from_json(with("[0.25,0.75]", "[-0.0,0.75]"));
  EXPECT_FALSE(std::signbit(std::get<Curve>(model)(0)));
  EXPECT_EQ(to_json(model).find("-0"), std::string::npos);
  const Curve banded(Steps{{0.5}, {-0.0, 0.5}}, Band{0.9, {-0.0, -0.0}, {-0.0, 1}});
  EXPECT_FALSE(std::signbit(banded(0)));
  EXPECT_FALSE(std::signbit(banded.interval(0).lower));
  EXPECT_FALSE(std::signbit(banded.interval(0).upper));
}

TEST(HostileModelText, ClassNamesHaveNoZeroByte) {
  const Curve curve(Segments{{0, 1}, {0.25, 0.75}});
  const std::string text = to_json(MulticlassModel({"a", "b"}, {curve, curve}));
  EXPECT_EQ(error_of(edited(text, "\"name\":\"b\"", R"("name":"a\u0000b")")),
            R"(model.model: names[1]: 'a\x00b' has a zero byte)");
}

class HostileModelFile : public Cli {};

TEST_F(HostileModelFile, TheProgramSaysOneLineWhateverTheNamesAre) {
  write("s.csv", "score\n0.5\n");
  write("h\n\x1b.json", with("\"kind\":\"curve\"", R"("kind":"a\nfake: all is well\r\nb")"));
  const Result result = run({"apply", "h\n\x1b.json", "s.csv"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(
      result.err,
      R"(calibrant: h\x0a\x1b.json.model.kind: "a\x0afake: all is well\x0d\x0ab" is not known)"
      "\n");
}

TEST_F(HostileModelFile, NamesOfSubgroupsAndColumnsAreLegibleInTables) {
  const std::string group = "g\u202e\u009b\x1b[2J";
  std::string rows = "p\u202e,label,by\u2067\n";
  for (int i = 0; i < 40; ++i) {
    rows += (i % 2 == 0 ? "0.01,1," : "0.99,0,") + (i < 30 ? group : std::string("plain")) + "\n";
  }
  write("in.csv", rows);
  const Result result = run(
      {"evaluate", "in.csv", "--probability", "p\u202e", "--by", "by\u2067", "--bootstrap", "0"});
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string seen = R"(g\u202e\u009b\x1b[2J)";
  EXPECT_THAT(result.out, ::testing::HasSubstr(R"(probabilities from column p\u202e)"));
  EXPECT_THAT(result.out, ::testing::HasSubstr("\n" + seen + "  "));
  EXPECT_THAT(result.out, ::testing::HasSubstr("\n  " + seen + " (p "));
  for (const char* control : {"\u202e", "\u009b", "\u2067", "\x1b"}) {
    EXPECT_EQ(result.out.find(control), std::string::npos);
  }
}

}  // namespace
}  // namespace calibrant::testing
