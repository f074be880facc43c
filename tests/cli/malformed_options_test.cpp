// Everything that can be wrong with options, files, gzip and models.
#include <fmt/format.h>
#include <sys/stat.h>

#include "cli/malformed.hpp"
#include "model_file/checksum.hpp"

namespace calibrant::testing {
namespace {

using MalformedOptions = Malformed;

TEST_F(MalformedOptions, Usage) {
  const std::string see = " (see calibrant fit --help)";
  const std::vector<Case> cases = {
      {kGood,
       {"--method", "magic"},
       "--method: 'magic' is not one of auto, abb, sbb, platt, platt-logit, beta, temperature, "
       "quadratic, histogram, isotonic, acp, vector, matrix, one-vs-rest"},
      {kGood,
       {"--method", "abb", "--lambda", "-1"},
       "--lambda: -1 is not auto or a positive number"},
      {kGood,
       {"--method", "abb", "--scale", "log"},
       "--scale: 'log' is not one of rank, score, logit, auto"},
      {kGood,
       {"--method", "abb", "--lookup", "next"},
       "--lookup: 'next' is not one of linear, previous"},
      {kGood, {"--level", "1"}, "--level: 1 is not a number strictly between 0 and 1"},
      {kGood, {"--level", "high"}, "--level: 'high' is not a number strictly between 0 and 1"},
      {kGood,
       {"--method", "isotonic", "--level", "0.9"},
       "--level: is for auto, abb, sbb, temperature, histogram, vector, matrix, not for isotonic"},
      {kGood, {"--method", "abb", "--monotone"}, "--monotone: is for auto, not for abb"},
      {kGood, {"--bins", "5"}, "--bins: is for histogram, not for auto"},
      {kGood, {"--lower", "score"}, "--lower: is for acp, not for auto"},
      {kGood, {"--method", "histogram", "--bins", "0"}, "--bins: 0 is not a whole number above 0"},
      {kGood, {"--tabulate", "0"}, "--tabulate: 0 is not a number of cells from 1 to 10000000"},
      {kGood, {"--cells", "none"}, "--cells: 'none' is not one of probability, margin"},
      {kGood, {"--negatives", "score"}, "--negatives needs --positives"},
      {kGood, {"--positives", "score"}, "--positives needs --negatives"},
      {kGood,
       {"--negatives", "score", "--positives", "label", "--weight", "label"},
       "--weight does not go with --negatives and --positives"},
      {kGood,
       {"--delimiter", ""},
       "--delimiter: '' is not a delimiter (one character, no letter, digit, quote or sign; or "
       "tab)"},
      {kGood,
       {"--delimiter", "\""},
       "--delimiter: '\"' is not a delimiter (one character, no letter, digit, quote or sign; or "
       "tab)"},
      {kGood,
       {"--delimiter", "\n"},
       "--delimiter: '\\x0a' is not a delimiter (one character, no letter, digit, quote or sign; "
       "or tab)"},
      {kGood,
       {"--delimiter", "5"},
       "--delimiter: '5' is not a delimiter (one character, no letter, digit, quote or sign; or "
       "tab)"},
      {kGood,
       {"--delimiter", "::"},
       "--delimiter: '::' is not a delimiter (one character, no letter, digit, quote or sign; or "
       "tab)"},
  };
  for (const Case& wrong : cases) {
    expect_fit_refused({wrong.file, wrong.options, wrong.message + see, kWrongUsage});
  }
  write("acp.json", run({"fit", "in.csv", "-o", "-", "--method", "acp"}).out);
  expect_refused({"fit", "in.csv"}, "--output is required" + see, kWrongUsage);
  expect_refused(
      {"apply", "acp.json", "in.csv"},
      "acp.json is an ACP model, which needs --lower and --upper (see calibrant apply --help)",
      kWrongUsage);
  expect_refused(
      {"apply", "acp.json", "in.csv", "--lower", "score", "--upper", "score", "--interval"},
      "acp.json: has no band (fit it with --level for --interval)", kBadInput);
  expect_refused({"apply", "-", "-"},
                 "model and scores cannot both be standard input (see calibrant apply --help)",
                 kWrongUsage);
  expect_apply_refused(
      {kGood,
       {"--prevalence", "1"},
       "--prevalence: 1 is not strictly between 0 and 1 (see calibrant apply --help)",
       kWrongUsage});
  expect_apply_refused(
      {kGood,
       {"--lower", "a"},
       "model.json is a curve; --lower and --upper are for ACP models (see calibrant "
       "apply --help)",
       kWrongUsage});
  write("bounds.csv", "score,lo,hi\n0.5,0.6,0.4\n");
  expect_refused({"apply", "acp.json", "bounds.csv", "-o", "out", "--lower", "lo", "--upper", "hi"},
                 "bounds.csv:2: column 'hi': '0.4' is below the lower bound '0.6'", kBadInput);
  write("bounds.csv", "score,lo,hi\n1.5,1.6,1.7\n");
  expect_refused({"apply", "acp.json", "bounds.csv", "-o", "out", "--lower", "lo", "--upper", "hi"},
                 "bounds.csv:2: column 'score': '1.5' is not a probability (0 to 1)", kBadInput);
}

TEST_F(MalformedOptions, FilesThatAreNotThere) {
  write("in.csv", kGood);
  std::filesystem::create_directory(file("folder"));
  expect_refused({"fit", "none.csv", "-o", "out"},
                 "none.csv: cannot be read (No such file or directory)", kBadInput);
  expect_refused({"fit", "folder", "-o", "out"}, "folder: is a directory (a file was expected)",
                 kBadInput);
  expect_refused({"fit", "in.csv", "-o", "folder"}, "folder: cannot be written (Is a directory)",
                 kBadInput);
  expect_refused({"fit", "in.csv", "-o", "none/out"},
                 "none/out: cannot be written (No such file or directory)", kBadInput);
  expect_refused({"fit", "in.csv", "-o", "in.csv/out"},
                 "in.csv/out: cannot be written (Not a directory)", kBadInput);
  if (::geteuid() != 0) {
    ::chmod(file("in.csv").c_str(), 0);
    expect_refused({"fit", "in.csv", "-o", "out"}, "in.csv: cannot be read (Permission denied)",
                   kBadInput);
  }
}

TEST_F(MalformedOptions, Gzip) {
  write("model.json", to_json(Curve(Steps{{0.5}, {0.25, 0.75}})));
  std::string text = "score,label\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i * 7919 % 1000) + ",1\n";
  write("plain.csv", text);
  ASSERT_EQ(run({"apply", "model.json", "plain.csv", "-o", "whole.csv.gz"}).code, 0);
  const std::string whole = read("whole.csv.gz");
  std::filesystem::remove(file("whole.csv.gz"));
  const std::string too_soon = "in.csv.gz: the gzip data end too soon (was the file cut off?)";
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{9}, whole.size() / 2,
                                 whole.size() - 9, whole.size() - 8, whole.size() - 1}) {
    SCOPED_TRACE(size);
    write("in.csv.gz", whole.substr(0, size));
    expect_refused({"fit", "in.csv.gz", "-o", "out"}, too_soon, kBadInput);
    expect_refused({"apply", "model.json", "in.csv.gz", "-o", "out"}, too_soon, kBadInput);
  }
  write("in.csv.gz", kGood);
  expect_refused({"fit", "in.csv.gz", "-o", "out"},
                 "in.csv.gz: is not a gzip file, though its name ends in .gz", kBadInput);
  std::string damaged = whole;
  damaged[whole.size() - 6] ^= 1;  // the checksum
  write("in.csv.gz", damaged);
  expect_refused({"fit", "in.csv.gz", "-o", "out"}, "in.csv.gz: the gzip data are damaged",
                 kBadInput);
  write("in.csv.gz", whole + "garbage");
  expect_refused({"fit", "in.csv.gz", "-o", "out"}, "in.csv.gz: the gzip data are damaged",
                 kBadInput);
}

// A model with this body and the checksum that belongs to it.
std::string sealed(const std::string& body) {
  return fmt::format(
      R"({{"format":"calibrant-model","version":1,"checksum":"{:016x}","model":{}}})", fnv1a(body),
      body);
}

TEST_F(MalformedOptions, Models) {
  write("in.csv", kGood);
  const std::string whole = to_json(Curve(Steps{{0.5}, {0.25, 0.75}}));
  const auto steps = [](const std::string& borders, const std::string& values) {
    return sealed(
        R"({"curve":{"borders":)" + borders + R"(,"shape":"steps","values":)" + values +
        R"(},"kind":"curve","library":"0.1.0","origin":{"groups":1,"method":"x","prevalence":0.5,)"
        R"("weight":1.0}})");
  };
  ASSERT_NO_THROW(from_json(steps("[0.5]", "[0.25,0.75]")));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", ": is not JSON (byte 1)"},
      {"score,label\n", ": is not JSON (byte 1)"},
      {whole.substr(0, whole.size() / 2),
       ": is not JSON (byte " + std::to_string(whole.size() / 2 + 1) + ")"},
      {std::string(100'000, '['), ": is nested too deeply (at most 32 levels)"},
      {"[1,2]", ": is not an object"},
      {"{}", ": has no \"format\""},
      {R"({"format":"calibrant-model","version":6})",
       ".version: 6 is not known (this release reads 1 to 5)"},
      {R"({"format":"calibrant-model","version":"1"})",
       ".version: \"1\" is not known (this release reads 1 to 5)"},
      {R"({"format":"calibrant-model","version":1e999})", ": has a number that is out of range"},
      {whole.substr(0, whole.find("0.75")) + "0.76" + whole.substr(whole.find("0.75") + 4),
       ": the checksum does not match (the file was damaged or edited)"},
      {steps("[0.5,0.5]", "[0.1,0.2,0.3]"),
       ".model: borders[1]: 0.5 is not above borders[0], which is 0.5"},
      {steps("[0.5,0.25]", "[0.1,0.2,0.3]"),
       ".model: borders[1]: 0.25 is not above borders[0], which is 0.5"},
      {steps("[0.5]", "[0.1]"), ".model: values: has 1 elements (borders has 1, so 2 are needed)"},
      {steps("[0.5]", "[0.1,1.5]"), ".model: values[1]: 1.5 is not a probability (0 to 1)"},
      {steps("[]", "[]"), ".model: values: has 0 elements (borders has 0, so 1 are needed)"},
      {steps("[0.5]", "[0.1,null]"), ".model.curve.values[1]: is not a number"},
      {sealed(
           R"({"curve":{"high":1.0,"low":0.0,"shape":"grid","values":1000000000},"kind":"curve","library":"0.1.0"})"),
       ".model.curve.values: is not an array"},
      {sealed(
           R"({"kind":"acp","library":"0.1.0","negatives":[1.0],"positives":[0.0],"scores":[0.5,0.6]})"),
       ".model: negatives: has 1 elements (scores has 2)"},
      {sealed(R"({"kind":"acp","library":"0.1.0","negatives":[],"positives":[],"scores":[]})"),
       ".model: scores: is empty (nothing observed)"},
  };
  for (const auto& [text, problem] : cases) {
    write("model.json", text);
    SCOPED_TRACE(text.substr(0, 200));
    expect_refused({"apply", "model.json", "in.csv", "-o", "out"}, "model.json" + problem,
                   kBadInput);
  }
  expect_refused({"apply", "none.json", "in.csv", "-o", "out"},
                 "none.json: cannot be read (No such file or directory)", kBadInput);
  expect_refused({"apply", ".", "in.csv", "-o", "out"}, ".: is a directory", kBadInput);
  // Two gigabytes of nothing: refused by its size, without being read.
  write("model.json", "");
  std::filesystem::resize_file(file("model.json"), std::uintmax_t{1} << 31U);
  expect_refused({"apply", "model.json", "in.csv", "-o", "out"},
                 "model.json: 2147483648 bytes are too many for a model (at most 1073741824)",
                 kBadInput);
}

}  // namespace
}  // namespace calibrant::testing
