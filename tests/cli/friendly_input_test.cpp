// Input that new users bring: other labels, decimal commas, no header, other kinds of files, gzip
// of any name.
#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>

#include "cli/malformed.hpp"

namespace calibrant::testing {
namespace {

class FriendlyInput : public Malformed {
 protected:
  std::string model_of(const std::string& text, const std::vector<std::string>& options = {}) {
    write("in.csv", text);
    std::vector<std::string> arguments = {"fit", "in.csv", "-o", "m", "--method", "isotonic"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return read("m");
  }
};

std::string gzip(const std::string& text) {
  z_stream stream = {};
  ::deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string result(text.size() + 100, '\0');
  std::string input = text;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  ::deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  ::deflateEnd(&stream);
  return result;
}

TEST_F(FriendlyInput, TrueAndFalseAreLabels) {
  const std::string expected = model_of("score,label\n0.1,0\n0.4,0\n0.3,1\n0.9,1\n");
  for (const auto& [no, yes] : std::vector<std::pair<std::string, std::string>>{
           {"False", "True"}, {"false", "true"}, {"FALSE", "TRUE"}, {"\"False\"", " True "}}) {
    EXPECT_EQ(
        model_of("score,label\n0.1," + no + "\n0.4," + no + "\n0.3," + yes + "\n0.9," + yes + "\n"),
        expected)
        << yes;
  }
  expect_fit_refused({"score,label\n0.1,0\n0.2,TrUe\n",
                      {},
                      "in.csv:3: column 'label': 'TrUe' is not a label (0 or 1; --positive names "
                      "another positive one)"});
  // What --positive names is the only positive label.
  EXPECT_EQ(
      model_of("score,label\n0.1,True\n0.4,True\n0.3,False\n0.9,False\n", {"--positive", "False"}),
      expected);
}

TEST_F(FriendlyInput, ALabelThatIsNotThereListsThoseThatAre) {
  const std::string text = "score,label\n0.1,0.0\n0.9,1.0\n0.8,1.0\n";
  expect_fit_refused(
      {text,
       {"--positive", "2"},
       "in.csv: column 'label': no label is '2' (--positive; the labels are '0.0', '1.0')"});
  expect_fit_refused({"score,label,w\n0.1,no,1\n0.9,yes,2\n",
                      {"--positive", "Yes", "--weight", "w"},
                      "in.csv: column 'label': no label is 'Yes' (--positive; the labels are "
                      "'no', 'yes')"});
  std::string many = "score,label\n";
  for (int i = 10; i < 40; ++i) many += "0.5,c" + std::to_string(i) + "\n";
  expect_fit_refused({many,
                      {"--positive", "x"},
                      "in.csv: column 'label': no label is 'x' (--positive; the labels are 'c10', "
                      "'c11', 'c12', 'c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21' "
                      "and others)"});
}

TEST_F(FriendlyInput, ANumberIsTheSameLabelHoweverItIsWritten) {
  const std::string expected = model_of("score,label\n0.1,0\n0.4,0\n0.3,1\n0.9,1\n");
  const std::string text = "score,label\n0.1,0.0\n0.4,0.0\n0.3,1.0\n0.9,1.0\n";
  for (const char* one : {"1", "1.0", "1.00", "1e0"}) {
    EXPECT_EQ(model_of(text, {"--positive", one}), expected) << one;
  }
  EXPECT_EQ(model_of("score,label\n0.1,1.0\n0.4,3\n0.3,2.0\n0.9,2\n", {"--positive", "2"}),
            expected);
  // Words stay words.
  expect_fit_refused({"score,label\n0.1,one\n0.9,1x\n",
                      {"--positive", "1"},
                      "in.csv: column 'label': no label is '1' (--positive; the labels are 'one', "
                      "'1x')"});
}

TEST_F(FriendlyInput, DecimalCommas) {
  const std::string expected =
      model_of("score,label,w\n0.1,0,1.5\n0.4,0,1\n0.3,1,2.25\n9e-1,1,1\n", {"--weight", "w"});
  const std::vector<std::string> options = {"--delimiter", ";", "--decimal", ",", "--weight", "w"};
  EXPECT_EQ(model_of("score;label;w\n0,1;0;1,5\n0,4;0,0;1\n0,3;1,0;2,25\n9e-1;1;1,0\n", options),
            expected);
  EXPECT_EQ(model_of("score;label;w\n+0,1;0;1,5\n 0,4 ;0;1\n\"0,3\";1;2,25\n0,9;1;1\n", options),
            expected);
  // Quotes keep a comma from ending the field.
  EXPECT_EQ(model_of("score,label,w\n\"0,1\",0,\"1,5\"\n\"0,4\",0,1\n\"0,3\",1,\"2,25\"\n"
                     "\"0,9\",1,1\n",
                     {"--decimal", ",", "--weight", "w"}),
            expected);
  write("new.csv", "name;score\n\"a;b\";0,1\n1.5,2;0,3\n");
  Result result = run({"apply", "m", "new.csv", "--delimiter", ";", "--decimal", ","});
  EXPECT_EQ(result.out, "name;score;calibrated\n\"a;b\";0,1;0\n1.5,2;0,3;0,6923076923076923\n")
      << result.err;
  write("new.csv", "score\n\"0,3\"\n");
  result = run({"apply", "m", "new.csv", "--decimal", ","});
  EXPECT_EQ(result.out, "score,calibrated\n\"0,3\",\"0,6923076923076923\"\n") << result.err;
  write("p.csv", "p;label\n0,1;0\n0,9;1\n");
  result = run({"evaluate", "p.csv", "--probability", "p", "--delimiter", ";", "--decimal", ",",
                "--json", "--bootstrap", "0"});
  EXPECT_THAT(result.out, ::testing::HasSubstr("\"rmse\"")) << result.err;
}

TEST_F(FriendlyInput, DecimalCommasOfSeveralClasses) {
  const std::string points = "p_a;p_b;p_c;label\n0.5;0.25;0.25;a\n0.2;0.5;0.3;b\n0;0.1;0.9;c\n";
  std::string commas = points;
  std::ranges::replace(commas, '.', ',');
  const std::vector<std::string> columns = {"--delimiter", ";", "--score", "p_a,p_b,p_c"};
  std::vector<std::string> options = columns;
  const std::string expected = model_of(points, options);
  options.insert(options.end(), {"--decimal", ","});
  EXPECT_EQ(model_of(commas, options), expected);
}

TEST_F(FriendlyInput, TheOtherDecimalCharacter) {
  expect_fit_refused({"score;label\n0,5;1\n",
                      {"--delimiter", ";"},
                      "in.csv:2: column 'score': '0,5' is not a number (--decimal , reads decimal "
                      "commas)"});
  expect_fit_refused({"score;label\n0.5;1\n",
                      {"--delimiter", ";", "--decimal", ","},
                      "in.csv:2: column 'score': '0.5' is not a number (--decimal is ,)"});
  for (const char* grouped : {"1.234,5", "1,234,5", "1,2.5", ",", "1,5x"}) {
    expect_fit_refused(
        {std::string("score;label\n") + grouped + ";1\n",
         {"--delimiter", ";", "--decimal", ","},
         std::string("in.csv:2: column 'score': '") + grouped + "' is not a number"});
  }
  for (const char* wrong : {";", "", ",,", "comma"}) {
    expect_fit_refused(
        {"score,label\n0.5,1\n",
         {"--decimal", wrong},
         std::string("--decimal: '") + wrong + "' is not . or , (see calibrant fit --help)",
         kWrongUsage});
  }
}

TEST_F(FriendlyInput, DidYouMean) {
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const std::string help = message.starts_with("there is no verb") ? "" : arguments[0] + " ";
    expect_refused(arguments, message + " (see calibrant " + help + "--help)", kWrongUsage);
  };
  expect({"predict", "m.json", "in.csv"}, "there is no verb 'predict' (did you mean apply?)");
  expect({"aply"}, "there is no verb 'aply' (did you mean apply?)");
  expect({"frobnicate"},
         "there is no verb 'frobnicate' (fit, apply, evaluate, compare, watch, export, sql)");
  expect({"fit", "in.csv", "-o", "m", "--lable", "label"},
         "--lable: is not an option (did you mean --label?)");
  expect({"evaluate", "in.csv", "--boostrap=9"},
         "--boostrap: is not an option (did you mean --bootstrap?)");
  expect({"fit", "in.csv", "-o", "m", "-q"}, "-q: is not an option");
  expect({"fit", "in.csv", "-o", "m", "second.csv", "third.csv"},
         "'second.csv', 'third.csv' were not expected");
  expect_refused({"--verison"},
                 "--verison: is not an option (did you mean --version?) (see calibrant --help)",
                 kWrongUsage);
  expect_refused({}, "A subcommand is required (see calibrant --help)", kWrongUsage);
}

TEST_F(FriendlyInput, AFirstLineThatLooksLikeData) {
  expect_fit_refused({"0.00101804396172781,0,Male,White\n0.5,1,Male,White\n",
                      {},
                      "in.csv:1: has no column 'score' (--score names another of "
                      "'0.00101804396172781', '0', 'Male', 'White'; the first line looks like "
                      "data: is the header missing?)"});
  expect_apply_refused({"0.25\n0.5\n",
                        {},
                        "in.csv:1: has no column 'score' (--score names another of '0.25'; the "
                        "first line looks like data: is the header missing?)"});
  expect_fit_refused(
      {"p,y\n0.5,1\n", {}, "in.csv:1: has no column 'score' (--score names another of 'p', 'y')"});
  // Columns may be called what they like, if they are named.
  model_of("0,1\n0.1,0\n0.9,1\n", {"--score", "0", "--label", "1"});
}

TEST_F(FriendlyInput, OtherKindsOfFilesAreNamed) {
  using namespace std::string_literals;
  const std::string table = "export it as CSV, or use calibrant.duckdb in Python";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"PAR1\x15\x04\x15\x40\x15\x36\x4c\x15\x08\x15\x00\x12"s,
       "is a Parquet file (" + table + ")"},
      {"ARROW1\0\0\xff\xff\xff\xff"s, "is an Arrow or Feather file (" + table + ")"},
      {"SQLite format 3\0\x10"s, "is an SQLite database (export a table or a query as CSV)"},
      {"PK\x03\x04\x14\0\x06\0"s, "is an Excel workbook or another zip archive (save it as CSV)"},
      {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"s, "is an old Excel workbook (save it as CSV)"},
      {"\xFF\xFEs\0c\0"s, "is UTF-16 text (UTF-8 was expected)"},
      {"\x28\xB5\x2F\xFD\x24\x05"s, "is compressed with zstd (decompress it, or use gzip)"},
      {"\xFD"
       "7zXZ\0"s,
       "is compressed with xz (decompress it, or use gzip)"},
      {gzip(gzip("score,label\n0.5,1\n")), "is compressed with gzip twice (decompress it once)"},
  };
  for (const auto& [bytes, message] : files) {
    expect_fit_refused({bytes, {}, "in.csv: " + message});
    expect_apply_refused({bytes, {}, "in.csv: " + message});
  }
  // These are names of columns.
  model_of("PAR1,label\n0.1,0\n0.9,1\n", {"--score", "PAR1"});
  model_of("label,PAR1\n0,0.1\n1,0.9\n", {"--score", "PAR1"});
  model_of("ARROW1,label\n0.1,0\n0.9,1\n", {"--score", "ARROW1"});
}

TEST_F(FriendlyInput, GzipWhateverItsName) {
  const std::string text = "score,label\n0.1,0\n0.4,0\n0.3,1\n0.9,1\n";
  const std::string expected = model_of(text);
  EXPECT_EQ(model_of(gzip(text)), expected);
  EXPECT_EQ(model_of(gzip("\xEF\xBB\xBF" + text)), expected);
  const Result result = run({"fit", "-", "-o", "m", "--method", "isotonic"}, gzip(text));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read("m"), expected);
  // What was cut off is refused.
  const std::string whole = gzip(text);
  expect_fit_refused({whole.substr(0, whole.size() - 9),
                      {},
                      "in.csv: the gzip data end too soon (was the file cut off?)"});
}

// Files that are shorter than the bytes that are looked at.
TEST_F(FriendlyInput, ShortFiles) {
  expect_fit_refused({"\x1F",
                      {},
                      "in.csv:1: has no column 'score' (--score names another of "
                      "'\\x1f')"});
  EXPECT_EQ(run({"fit", "-", "-o", "m", "--method", "isotonic", "--score", "s", "--label", "l"},
                "s,l\n1,1")
                .code,
            0);
  EXPECT_EQ(run({"fit", "-", "-o", "m", "--method", "isotonic", "--score", "s", "--label", "l"},
                "\xEF\xBB\xBFs,l\n1,1")
                .code,
            0);
}

}  // namespace
}  // namespace calibrant::testing
