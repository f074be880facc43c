// Everything that can be wrong with the files and options of fit and apply: the exact message, the
// exit code, and no output file.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "model_file/checksum.hpp"

namespace calibrant::testing {
namespace {

constexpr int kBadInput = 2;
constexpr int kWrongUsage = 64;

struct Case {
  std::string file;                  // the text of in.csv
  std::vector<std::string> options;  // beside `fit in.csv -o out`
  std::string message;
  int code = kBadInput;
};

class Malformed : public Cli {
 protected:
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                      int code) {
    const auto before = files();
    const Result result = run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    SCOPED_TRACE(line);
    EXPECT_EQ(result.err, "calibrant: " + message + "\n");
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(files(), before);
  }

  void expect_fit_refused(const Case& wrong) {
    write("in.csv", wrong.file);
    std::vector<std::string> arguments = {"fit", "in.csv", "-o", "out"};
    arguments.insert(arguments.end(), wrong.options.begin(), wrong.options.end());
    SCOPED_TRACE(wrong.file);
    expect_refused(arguments, wrong.message, wrong.code);
  }

  // in.csv through a good model, to out.
  void expect_apply_refused(const Case& wrong) {
    write("in.csv", wrong.file);
    write("model.json", to_json(Curve(Steps{{0.5}, {0.25, 0.75}}, {}, {.method = "isotonic"})));
    std::vector<std::string> arguments = {"apply", "model.json", "in.csv", "-o", "out"};
    arguments.insert(arguments.end(), wrong.options.begin(), wrong.options.end());
    SCOPED_TRACE(wrong.file);
    expect_refused(arguments, wrong.message, wrong.code);
  }
};

const std::string kGood = "score,label\n0.1,0\n0.9,1\n";

TEST_F(Malformed, FilesAndHeaders) {
  const std::vector<Case> cases = {
      {"", {}, "in.csv: is empty (a header and rows were expected)"},
      {"\n\r\n\n", {}, "in.csv: is empty (a header and rows were expected)"},
      {"\xEF\xBB\xBF", {}, "in.csv: is empty (a header and rows were expected)"},
      {"score,label\n", {}, "in.csv: has a header but no rows (at least one was expected)"},
      {"score,label", {}, "in.csv: has a header but no rows (at least one was expected)"},
      {"score,label\r\n\r\n\r\n",
       {},
       "in.csv: has a header but no rows (at least one was expected)"},
      {"0.1,0\n0.9,1\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of '0.1', '0')"},
      {"a,label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'a', 'label')"},
      {"score\n0.1\n", {}, "in.csv:1: has no column 'label' (--label names another of 'score')"},
      {"Score,label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'Score', 'label')"},
      {"score, label\n0.1,0\n",
       {},
       "in.csv:1: has no column 'label' (--label names another of 'score', ' label')"},
      {"\nscore,x\n0.1,0\n",
       {},
       "in.csv:2: has no column 'label' (--label names another of 'score', 'x')"},
      {"score;label\n0.1;0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'score;label'; try --delimiter "
       "';')"},
      {"score\tlabel\n0.1\t0\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'score\\x09label'; try "
       "--delimiter tab)"},
      {"c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14\n",
       {},
       "in.csv:1: has no column 'score' (--score names another of 'c1', 'c2', 'c3', 'c4', 'c5', "
       "'c6', "
       "'c7', 'c8', 'c9', 'c10', 'c11', 'c12' and 2 more)"},
      {"score,label,score\n0.1,0,1\n", {}, "in.csv:1: has two columns 'score'"},
      {"score,\"label\",label\n0.1,0,1\n", {}, "in.csv:1: has two columns 'label'"},
      {"\"score\"x,label\n0.1,0\n", {}, "in.csv:1: has text after a closing quote"},
      {"\"score,label\n0.1,0\n", {}, "in.csv:1: a quote is never closed"},
      {std::string("\xFF\xFEs\0c\0", 6), {}, "in.csv: is UTF-16 text (UTF-8 was expected)"},
      {std::string("\x1F\x8B\x08\0", 4),
       {},
       "in.csv: is compressed (only files whose name ends in .gz are read as gzip)"},
      {std::string("sco\0re,label\n", 13), {}, "in.csv:1: has a NUL byte (is it text?)"},
      {kGood,
       {"--weight", "w"},
       "in.csv:1: has no column 'w' (--weight names another of 'score', 'label')"},
      {kGood,
       {"--score", ""},
       "in.csv:1: has no column '' (--score names another of 'score', 'label')"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);
}

TEST_F(Malformed, Rows) {
  const std::string many(60, 'x');
  const std::vector<Case> cases = {
      {"score,label\n0.1,0\nabc,1\n", {}, "in.csv:3: column 'score': 'abc' is not a number"},
      {"score,label\r\n0.1,0\r\nabc,1\r\n", {}, "in.csv:3: column 'score': 'abc' is not a number"},
      {"score,label\n0.1,0\n0.5x,1\n", {}, "in.csv:3: column 'score': '0.5x' is not a number"},
      {"score,label\n\"0,5\",1\n", {}, "in.csv:2: column 'score': '0,5' is not a number"},
      {"score,label\n0x10,1\n", {}, "in.csv:2: column 'score': '0x10' is not a number"},
      {"score,label\n+-1,1\n", {}, "in.csv:2: column 'score': '+-1' is not a number"},
      {"score,label\n- 1,1\n", {}, "in.csv:2: column 'score': '- 1' is not a number"},
      {"score,label\n1e,1\n", {}, "in.csv:2: column 'score': '1e' is not a number"},
      {"score,label\n\"a\"\"b\",1\n", {}, "in.csv:2: column 'score': 'a\"b' is not a number"},
      {"score,label\n" + many + ",1\n",
       {},
       "in.csv:2: column 'score': '" + many.substr(0, 40) + "...' is not a number"},
      {"score,label\na\x1B[31m,1\n", {}, "in.csv:2: column 'score': 'a\\x1b[31m' is not a number"},
      {"score,label\n,1\n", {}, "in.csv:2: column 'score': is empty (a number was expected)"},
      {"score,label\n  ,1\n", {}, "in.csv:2: column 'score': is empty (a number was expected)"},
      {"score,label\n\"\",1\n", {}, "in.csv:2: column 'score': is empty (a number was expected)"},
      {"score,label\nnan,1\n", {}, "in.csv:2: column 'score': 'nan' is not a finite number"},
      {"score,label\n-inf,1\n", {}, "in.csv:2: column 'score': '-inf' is not a finite number"},
      {"score,label\n1e999,1\n", {}, "in.csv:2: column 'score': '1e999' is not a finite number"},
      {"score,label\n0.1,0\n0.2,2\n",
       {},
       "in.csv:3: column 'label': '2' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,yes\n",
       {},
       "in.csv:2: column 'label': 'yes' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,0.5\n",
       {},
       "in.csv:2: column 'label': '0.5' is not a label (0 or 1; --positive names another positive "
       "one)"},
      {"score,label\n0.1,\n", {}, "in.csv:2: column 'label': is empty (a label was expected)"},
      {"score,label\n0.1, \n",
       {"--positive", "yes"},
       "in.csv:2: column 'label': is empty (a label was expected)"},
      {"score,label\n0.1,no\n",
       {"--positive", "yes"},
       "in.csv: column 'label': no label is 'yes' (--positive)"},
      {"score,label,w\n0.1,0,-1\n",
       {"--weight", "w"},
       "in.csv:2: column 'w': '-1' is negative (a weight was expected)"},
      {"score,label,w\n0.1,0,inf\n",
       {"--weight", "w"},
       "in.csv:2: column 'w': 'inf' is not a finite number"},
      {"score,label,w\n0.1,0,0\n0.2,1,0\n",
       {"--weight", "w"},
       "in.csv: column 'w': all weights are 0"},
      {"score,n,p\n0.1,1,-2\n",
       {"--negatives", "n", "--positives", "p"},
       "in.csv:2: column 'p': '-2' is negative (a count was expected)"},
      {"score,n,p\n0.1,0,0\n",
       {"--negatives", "n", "--positives", "p"},
       "in.csv: columns 'n' and 'p': all counts are 0"},
      {"score,label\n0.1,0\n0.2\n", {}, "in.csv:3: has 1 field (the header has 2)"},
      {"score,label\n0.1,0\n0.2,1,7\n", {}, "in.csv:3: has 3 fields (the header has 2)"},
      {"score,label\n0.1,0,\n", {}, "in.csv:2: has 3 fields (the header has 2)"},
      {"score,label\nnonsense\n", {}, "in.csv:2: has 1 field (the header has 2)"},
      {"score,label\n0.1,0\n\"0.2,1\n0.3,0\n", {}, "in.csv:3: a quote is never closed"},
      {"score,label\n\"0.2\"5,1\n", {}, "in.csv:2: has text after a closing quote"},
      {"score,label\n\"0.2\" ,1\n", {}, "in.csv:2: has text after a closing quote"},
      {"score,label\n\"0.2\"x\"y,1\n\"", {}, "in.csv:2: has text after a closing quote"},
      // The line is where the row begins, whatever newlines stand in quotes before it.
      {"a,score,label\n\"1\n2\n3\",0.1,0\n\n\"4\n5\",x,1\n",
       {},
       "in.csv:6: column 'score': 'x' is not a number"},
      {"score,label\n0.1,0\n" + std::string("0.\0001,1\n", 8),
       {},
       "in.csv:3: has a NUL byte (is it text?)"},
      {"score,label\n1.5,1\n",
       {"--method", "beta"},
       "in.csv:2: column 'score': '1.5' is not a probability (0 to 1)"},
      {"score,label\n-0.5,1\n",
       {"--method", "platt-logit"},
       "in.csv:2: column 'score': '-0.5' is not a probability (0 to 1)"},
      {"score,label\n2,1\n",
       {"--scale", "logit"},
       "in.csv:2: column 'score': '2' is not a probability (0 to 1)"},
      {"score,label\n2,1\n",
       {"--method", "acp"},
       "in.csv:2: column 'score': '2' is not a probability (0 to 1)"},
      // Of several errors the first in the file.
      {"score,label\n0.1,0\n0.2,x\nx,0\n",
       {},
       "in.csv:3: column 'label': 'x' is not a label (0 or 1; --positive names another positive "
       "one)"},
  };
  for (const Case& wrong : cases) expect_fit_refused(wrong);
}

TEST_F(Malformed, Apply) {
  const std::vector<Case> cases = {
      {"", {}, "in.csv: is empty (a header and rows were expected)"},
      {"a,b\n1,2\n", {}, "in.csv:1: has no column 'score' (--score names another of 'a', 'b')"},
      {"score,calibrated\n0.1,0.1\n",
       {},
       "in.csv:1: has a column 'calibrated' already (apply adds it)"},
      {"score,score\n0.1,0.1\n", {}, "in.csv:1: has two columns 'score'"},
      {"score\n0.1\nNaN\n", {}, "in.csv:3: column 'score': 'NaN' is not a finite number"},
      {"score,x\n0.1,a\n,b\n", {}, "in.csv:3: column 'score': is empty (a number was expected)"},
      {"score\n0.1\nhigh\n", {}, "in.csv:3: column 'score': 'high' is not a number"},
      {"score,x\n0.1,a\n0.2\n", {}, "in.csv:3: has 1 field (the header has 2)"},
      {"score,x\n0.1,\"a\n0.2,b\n", {}, "in.csv:2: a quote is never closed"},
      {"score\n0.1\n",
       {"--interval"},
       "model.json: has no band (fit it with --level for --interval)"},
      {"score\n0.1\n",
       {"--prevalence", "0.2"},
       "model.json: was fitted at a prevalence of 0, which --prevalence cannot re-weigh"},
  };
  for (const Case& wrong : cases) expect_apply_refused(wrong);
}

TEST_F(Malformed, ALongWayIntoTheFile) {
  std::string text = "score,label\n";
  for (int i = 0; i < 100'000; ++i) text += "0.25,0\n";
  expect_fit_refused({text + "0.5,1\nx,0\n" + text.substr(12) + "y,0\n",
                      {},
                      "in.csv:100003: column 'score': 'x' is not a number"});
  expect_apply_refused({text + "0.5,1\nx,0\n" + text.substr(12) + "y,0\n",
                        {},
                        "in.csv:100003: column 'score': 'x' is not a number"});
  expect_fit_refused(
      {text + "\"0.5,1\n" + text.substr(12), {}, "in.csv:100002: a quote is never closed"});
  // A quote that is never closed does not draw a large file into memory.
  std::string large = text + "\"0.5,1\n";
  large.append(std::size_t{20} << 20U, 'x');
  expect_apply_refused(
      {large, {}, "in.csv:100002: a row of more than 16 MiB (is a quote never closed?)"});
}

TEST_F(Malformed, Usage) {
  const std::string see = " (see calibrant fit --help)";
  const std::vector<Case> cases = {
      {kGood,
       {"--method", "magic"},
       "--method: 'magic' is not one of abb, sbb, platt, platt-logit, beta, histogram, isotonic, "
       "acp"},
      {kGood, {"--lambda", "-1"}, "--lambda: '-1' is not auto or a positive number"},
      {kGood, {"--scale", "log"}, "--scale: 'log' is not rank, score or logit"},
      {kGood, {"--lookup", "next"}, "--lookup: 'next' is not linear or previous"},
      {kGood, {"--level", "1"}, "--level: 1 is not strictly between 0 and 1"},
      {kGood, {"--level", "high"}, "Could not convert: --level = high"},
      {kGood,
       {"--method", "isotonic", "--level", "0.9"},
       "--level: is for abb, sbb, histogram, not for isotonic"},
      {kGood, {"--bins", "5"}, "--bins: is for histogram, not for abb"},
      {kGood, {"--lower", "score"}, "--lower: is for acp, not for abb"},
      {kGood,
       {"--method", "histogram", "--bins", "0"},
       "--bins: 0 is not a positive finite number"},
      {kGood, {"--tabulate", "0"}, "--tabulate: 0 is not a number of cells from 1 to 10000000"},
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

TEST_F(Malformed, FilesThatAreNotThere) {
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

TEST_F(Malformed, Gzip) {
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

TEST_F(Malformed, Models) {
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
      {whole.substr(0, whole.size() / 2), ": is not JSON (byte 121)"},
      {std::string(100'000, '['), ": is not JSON (byte 100001)"},
      {"[1,2]", ": is not an object"},
      {"{}", ": has no \"format\""},
      {R"({"format":"calibrant-model","version":2})",
       ".version: 2 is not known (this release reads 1)"},
      {R"({"format":"calibrant-model","version":"1"})",
       ".version: \"1\" is not known (this release reads 1)"},
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
