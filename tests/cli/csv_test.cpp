// The reader against files whose fields are known, because they were written here; large enough
// that quotes and newlines fall on every side of the borders between blocks.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "common/progress_bar.hpp"
#include "csv/input.hpp"
#include "csv/number.hpp"
#include "helpers/shapes.hpp"

namespace calibrant::testing {
namespace {

using cli::CsvRows;
using cli::InputOptions;

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

// A file, what it says, and what apply makes of it with f(x) = x in [0, 1].
struct Document {
  std::string text;
  std::string applied;
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<std::string> words;
};

Document random_document(std::uint64_t seed, std::size_t bytes) {
  Random random(seed);
  const std::string ending = seed % 2 == 0 ? "\n" : "\r\n";
  const double quotes = std::array{0.0, 0.02, 0.5, 1.0}[seed % 4];
  Document made;
  made.text = "word,score,label" + ending;
  made.applied = "word,score,label,calibrated" + ending;
  constexpr std::array<const char*, 8> kPieces = {"a",  ",",    "\n", "\r\n",
                                                  "\"", "\"\"", " ",  "\xC3\xA9"};
  while (made.text.size() < bytes) {
    std::string word;
    const bool wild = random.uniform() < quotes;
    for (std::size_t i = random.below(12); i > 0; --i) {
      word +=
          wild ? kPieces[random.below(kPieces.size())] : std::string(1, "bc d"[random.below(4)]);
    }
    const double score = random.uniform();
    const std::uint8_t label = random.uniform() < score ? 1 : 0;
    std::string row = (wild ? in_quotes(word) : word) + ",";
    row +=
        random.uniform() < quotes ? in_quotes(fmt::format("{}", score)) : fmt::format("{}", score);
    row += fmt::format(",{}", label);
    made.text += row + ending;
    made.applied += fmt::format("{},{}", row, score) + ending;
    if (random.uniform() < 0.01) {
      made.text += ending;
      made.applied += ending;
    }
    made.scores.push_back(score);
    made.labels.push_back(label);
    made.words.push_back(word);
  }
  return made;
}

class Csv : public Cli {
 protected:
  CsvRows read_back(const std::string& name, unsigned threads) {
    InputOptions options;
    options.path = file(name).string();
    options.by = "word";
    options.threads = threads;
    return cli::read_rows(options);
  }
};

TEST_F(Csv, EveryFieldComesBackWhateverStandsInIt) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    const Document made = random_document(seed, 1'500'000);
    write("in.csv", made.text);
    const CsvRows rows = read_back("in.csv", 1 + static_cast<unsigned>(seed % 3));
    ASSERT_EQ(rows.size(), made.scores.size());
    EXPECT_EQ(rows.scores, made.scores);
    EXPECT_EQ(rows.labels, made.labels);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      wrong += rows.subgroup_names[rows.subgroups[i]] == made.words[i] ? 0U : 1U;
    }
    EXPECT_EQ(wrong, 0U);
  }
}

TEST_F(Csv, ApplyKeepsEveryByteWithAnyNumberOfThreadsAndThroughGzip) {
  write("model.json", to_json(Curve(Segments{{0, 1}, {0, 1}})));
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    const Document made = random_document(seed, 1'500'000);
    write("in.csv", made.text);
    EXPECT_EQ(run({"apply", "model.json", "in.csv", "--threads", "1"}).out, made.applied);
    EXPECT_EQ(run({"apply", "model.json", "in.csv", "--threads", "5"}).out, made.applied);
    EXPECT_EQ(run({"apply", "model.json", "-", "--threads", "2"}, made.text).out, made.applied);
    ASSERT_EQ(run({"apply", "model.json", "in.csv", "-o", "1.csv.gz", "--threads", "1"}).code, 0);
    ASSERT_EQ(run({"apply", "model.json", "in.csv", "-o", "3.csv.gz", "--threads", "3"}).code, 0);
    EXPECT_EQ(read("1.csv.gz"), read("3.csv.gz"));
    EXPECT_LT(read("1.csv.gz").size(), made.applied.size());
    // Two members, one after the other, are one file to gzip and to us; zeros may pad the end.
    const std::string gzip = read("1.csv.gz");
    ASSERT_EQ(
        std::system(
            ("gzip -dc " + file("1.csv.gz").string() + " > " + file("plain").string()).c_str()),
        0);
    EXPECT_EQ(read("plain"), made.applied);
    write("in2.csv", made.text.substr(made.text.find('\n') + 1));
    ASSERT_EQ(std::system(("cd " + directory_.string() +
                           " && gzip -c in.csv > two.csv.gz && gzip -c in2.csv >> two.csv.gz && "
                           "head -c 512 /dev/zero >> two.csv.gz")
                              .c_str()),
              0);
    const CsvRows rows = read_back("two.csv.gz", 2);
    EXPECT_EQ(rows.size(), 2 * made.scores.size());
    EXPECT_EQ(rows.scores.back(), made.scores.back());
  }
}

TEST_F(Csv, RowsLongerThanABlock) {
  write("model.json", to_json(Curve(Segments{{0, 1}, {0, 1}})));
  const std::string long_field(3'000'000, 'x');
  std::string lines;
  for (int i = 0; i < 300'000; ++i) lines += "y\n\"\"";
  const std::string text = "score,a\n0.5," + long_field + "\n0.25,\"" + lines + "\"\n1,\n";
  EXPECT_EQ(run({"apply", "model.json", "-"}, text).out,
            "score,a,calibrated\n0.5," + long_field + ",0.5\n0.25,\"" + lines + "\",0.25\n1,,1\n");
}

TEST_F(Csv, ApplyTakesTheSameMemoryForAnyFile) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer keeps memory that was freed, and counts as ours";
#endif
  write("model.json", to_json(Curve(Segments{{0, 1}, {0, 1}})));
  // Not in the memory of this process, which would count as the child's until it is replaced.
  std::string rows;
  for (int i = 0; i < 50'000; ++i) rows += "0.12345678901234567,0\n";
  const Scratch in("score,label\n");
  ::lseek(in.descriptor(), 0, SEEK_END);
  for (int i = 0; i < 90; ++i) {
    ASSERT_EQ(::write(in.descriptor(), rows.data(), rows.size()),
              static_cast<ssize_t>(rows.size()));
  }
  ::lseek(in.descriptor(), 0, SEEK_SET);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const pid_t child = start(directory_, {"apply", "model.json", "-", "--threads", "24"},
                            in.descriptor(), nowhere, nowhere);
  int status = 0;
  struct rusage usage = {};
  ::wait4(child, &status, 0, &usage);
  ::close(nowhere);
  EXPECT_EQ(status, 0);
  EXPECT_LT(usage.ru_maxrss, 64 * 1024);  // KiB
}

TEST_F(Csv, SubgroupsInTheOrderTheyCome) {
  write("in.csv", "score,label,word\n0.1,0,b\n0.2,1,\"a\"\n0.3,1,b\n0.4,0,\n");
  const CsvRows rows = read_back("in.csv", 1);
  EXPECT_EQ(rows.subgroup_names, (std::vector<std::string>{"b", "a", ""}));
  EXPECT_EQ(rows.subgroups, (std::vector<std::uint32_t>{0, 1, 0, 2}));
}

TEST_F(Csv, LabelsMayBeWrittenAsNumbersAndColumnsUsedTwice) {
  write("in.csv", "word,score,label\nx,1,1.0\nx,0, 0\nx,1,\"1\"\nx,0,0e0\n");
  EXPECT_EQ(read_back("in.csv", 1).labels, (std::vector<std::uint8_t>{1, 0, 1, 0}));
  InputOptions options;
  options.path = file("in.csv").string();
  options.label = "score";
  options.weight = "score";
  const CsvRows rows = cli::read_rows(options);
  EXPECT_EQ(rows.weights, (std::vector<double>{1, 0, 1, 0}));
  EXPECT_EQ(rows.labels, (std::vector<std::uint8_t>{1, 0, 1, 0}));
}

TEST(Shown, CutsLongTextsBetweenLetters) {
  EXPECT_EQ(cli::shown("a\tb"), "'a\\x09b'");
  EXPECT_EQ(cli::shown(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(cli::shown(std::string(39, 'x') + "\xC3\xA9"), "'" + std::string(39, 'x') + "...'");
}

TEST(ProgressText, SaysWhatIsKnown) {
  EXPECT_EQ(cli::progress_text("apply", 0.25, 2'500'000, 10),
            "apply   25 %  [#####               ]  250.0 k rows/s  0:30 left");
  EXPECT_EQ(cli::progress_text("apply", std::nullopt, 3'000'000, 2),
            "apply  3.0 M rows  1.5 M rows/s");
  EXPECT_EQ(cli::progress_text("fitting", 0.999, 0, 7200),
            "fitting   99 %  [################### ]  0:08 left");
  EXPECT_EQ(cli::progress_text("fitting", 0.5, 0, 7200),
            "fitting   50 %  [##########          ]  2:00:00 left");
  EXPECT_EQ(cli::progress_text("fitting", 0.0, 0, 2), "fitting    0 %  [                    ]");
}

}  // namespace
}  // namespace calibrant::testing
