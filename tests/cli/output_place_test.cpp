// Where an output goes: links, long names, and files that are read at the same time.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "calibrant/curve.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

class OutputPlace : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("g.csv", kRows);
    write("m.json", to_json(Curve(Segments{{0, 0.5, 1}, {0.1, 0.25, 0.75}})));
    model_ = read("m.json");
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                      const std::string& input = {}) {
    const auto before = files();
    const Result result = run(arguments, input);
    EXPECT_EQ(result.code, 2) << message;
    EXPECT_EQ(result.err, "calibrant: " + message + "\n");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read("g.csv"), kRows);
    EXPECT_EQ(read("m.json"), model_);
    EXPECT_EQ(files(), before);
  }

  const std::string kRows = "score,label\n0.25,0\n0.75,1\n0.5,0\n0.6,1\n";
  std::string model_;
};

TEST_F(OutputPlace, AnOutputThatIsAnInputIsRefused) {
  std::filesystem::create_symlink("g.csv", file("link.csv"));
  std::filesystem::create_hard_link(file("g.csv"), file("hard.csv"));
  const std::string nothing = " (nothing was written)";
  expect_refused({"fit", "g.csv", "-o", "g.csv"}, "g.csv: is also the input" + nothing);
  expect_refused({"fit", "g.csv", "-o", "./g.csv"}, "./g.csv: is also the input g.csv" + nothing);
  expect_refused({"fit", "g.csv", "-o", "link.csv"}, "link.csv: is also the input g.csv" + nothing);
  expect_refused({"fit", "g.csv", "-o", "hard.csv"}, "hard.csv: is also the input g.csv" + nothing);
  expect_refused({"fit", "link.csv", "-o", "g.csv"}, "g.csv: is also the input link.csv" + nothing);
  expect_refused({"apply", "m.json", "g.csv", "-o", "m.json"},
                 "m.json: is also the input" + nothing);
  expect_refused({"apply", "m.json", "g.csv", "-o", "g.csv"}, "g.csv: is also the input" + nothing);
  expect_refused({"evaluate", "g.csv", "--html", "g.csv"}, "g.csv: is also the input" + nothing);
  expect_refused({"compare", "g.csv", "--html", "g.csv"}, "g.csv: is also the input" + nothing);
  write("t.csv", kRows);
  expect_refused({"compare", "t.csv", "g.csv", "--html", "g.csv"},
                 "g.csv: is also the input" + nothing);
  expect_refused({"export", "m.json", "--to", "c", "-o", "m.json"},
                 "m.json: is also the input" + nothing);
}

TEST_F(OutputPlace, StandardStreamsAreLookedAtToo) {
  const int rows = ::open(file("g.csv").c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  ASSERT_GE(rows, 0);
  const Scratch out;
  const Scratch err;
  EXPECT_EQ(finish(start(directory_, {"fit", "-", "-o", "g.csv"}, rows, out.descriptor(),
                         err.descriptor())),
            2);
  EXPECT_EQ(err.text(), "calibrant: g.csv: is also the input - (nothing was written)\n");
  // apply m.json g.csv >> g.csv would read its own output.
  const Scratch in;
  const Scratch more;
  EXPECT_EQ(finish(start(directory_, {"apply", "m.json", "g.csv"}, in.descriptor(), rows,
                         more.descriptor())),
            2);
  EXPECT_EQ(more.text(), "calibrant: -: is also the input g.csv (nothing was written)\n");
  ::close(rows);
  EXPECT_EQ(read("g.csv"), kRows);
}

TEST_F(OutputPlace, AModelMayBeUpdatedInPlace) {
  ASSERT_EQ(
      run({"fit", "g.csv", "-o", "kept.json", "--method", "isotonic", "--keep-observations"}).code,
      0);
  const Result result = run({"fit", "g.csv", "-o", "kept.json", "--update", "kept.json"});
  EXPECT_EQ(result.code, 0) << result.err;
}

TEST_F(OutputPlace, DevicesAreNoInputs) {
  EXPECT_EQ(run({"apply", "m.json", "-", "-o", "/dev/null"}, kRows).code, 0);
}

TEST_F(OutputPlace, ALinkMustLeadSomewhere) {
  std::filesystem::create_symlink("tgt", file("dl"));
  expect_refused({"fit", "g.csv", "-o", "dl"}, "dl: is a link to tgt, which does not exist");
  std::filesystem::create_symlink("l2", file("l1"));
  std::filesystem::create_symlink("l1", file("l2"));
  expect_refused({"fit", "g.csv", "-o", "l1"},
                 "l1: cannot be written (Too many levels of symbolic links)");
  EXPECT_TRUE(std::filesystem::is_symlink(file("dl")));
  EXPECT_TRUE(std::filesystem::is_symlink(file("l1")));

  write("real", "old");
  std::filesystem::create_symlink("real", file("near"));
  std::filesystem::create_symlink("near", file("far"));
  EXPECT_EQ(run({"export", "m.json", "--to", "c", "-o", "far"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(file("far")));
  EXPECT_TRUE(std::filesystem::is_symlink(file("near")));
  EXPECT_THAT(read("real"), ::testing::StartsWith("/* double calibrated"));
}

TEST_F(OutputPlace, NamesMayBeAsLongAsTheFileSystemAllows) {
  for (const std::size_t length : {241U, 242U, 250U, 255U}) {
    const std::string name(length, 'n');
    for (int time = 0; time < 2; ++time) {
      const Result result = run({"export", "m.json", "--to", "c", "-o", name});
      EXPECT_EQ(result.code, 0) << length << ", time " << time << ": " << result.err;
    }
    std::filesystem::remove(file(name));
  }
  const std::string name(256, 'n');
  expect_refused({"export", "m.json", "--to", "c", "-o", name},
                 name + ": cannot be written (File name too long)");
  EXPECT_EQ(files(), (std::vector<std::string>{"g.csv", "m.json"}));
}

TEST_F(OutputPlace, APipeByTheNameOfAStandardStream) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const Scratch err;
  const Scratch in("score\n0.5\n");
  EXPECT_EQ(finish(start(directory_, {"apply", "m.json", "-", "-o", "/dev/stdout"}, in.descriptor(),
                         ends[1], err.descriptor())),
            0)
      << err.text();
  ::close(ends[1]);
  std::array<char, 64> found = {};
  EXPECT_GT(::read(ends[0], found.data(), found.size()), 0);
  EXPECT_EQ(std::string(found.data()), "score,calibrated\n0.5,0.25\n");
  ::close(ends[0]);
}

TEST_F(OutputPlace, HelpOnAFullDiskIsAnError) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"--version"}, {"fit", "--help"}}) {
    const Scratch in;
    const Scratch err;
    EXPECT_EQ(finish(start(directory_, arguments, in.descriptor(), full, err.descriptor())), 2);
    EXPECT_EQ(err.text(), "calibrant: -: cannot be written (No space left on device)\n");
  }
  ::close(full);
  EXPECT_EQ(run({"--version"}).code, 0);
  EXPECT_THAT(run({"fit", "--help"}).out, ::testing::HasSubstr("--method"));
}

}  // namespace
}  // namespace calibrant::testing
