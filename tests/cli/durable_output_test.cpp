// Whatever happens while a file is written, the old one stays as it was or the new one is whole.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <new>
#include <thread>

#include "calibrant/error.hpp"
#include "calibrant/model_file.hpp"
#include "cli/run.hpp"
#include "common/signals.hpp"
#include "helpers/shapes.hpp"
#include "system/atomic_file.hpp"

namespace calibrant::testing {
namespace {

using Clock = std::chrono::steady_clock;

class DurableOutput : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("model.json", to_json(Curve(Segments{{0, 0.5, 1}, {0.1, 0.25, 0.75}})));
    write("few.csv", "score,label\n0.25,0\n0.75,1\n");
  }

  void write_many_rows(std::size_t rows) const {
    const Sample sample = draw(Shape::kCalibrated, rows);
    std::string text = "score,label\n";
    for (std::size_t i = 0; i < rows; ++i) {
      text += std::to_string(sample.scores[i]) + (sample.labels[i] == 1 ? ",1\n" : ",0\n");
    }
    write("many.csv", text);
  }

  pid_t start_quietly(const std::vector<std::string>& arguments) const {
    const Scratch streams;
    return start(directory_, arguments, streams.descriptor(), streams.descriptor(),
                 streams.descriptor());
  }

  // Kills `arguments`, which write to `target`, at 50 moments spread over the time they take.
  void kill_at_random_moments(const std::vector<std::string>& arguments,
                              const std::string& target) {
    // The least of three: a time from a busy moment would put most kills after the end.
    std::chrono::duration<double> whole_time = std::chrono::hours(1);
    for (int i = 0; i < 3; ++i) {
      const auto begin = Clock::now();
      ASSERT_EQ(finish(start_quietly(arguments)), 0);
      whole_time = std::min<std::chrono::duration<double>>(whole_time, Clock::now() - begin);
    }
    const std::string whole = read(target);
    const std::string old = "the old file\n";
    ASSERT_GT(whole.size(), 100U);
    const auto names = files();
    Random random(7);
    int killed = 0;
    for (int i = 0; i < 50; ++i) {
      write(target, old);
      const pid_t child = start_quietly(arguments);
      std::this_thread::sleep_for(1.1 * random.uniform() * whole_time);
      ::kill(child, SIGKILL);
      const int code = finish(child);
      const std::string found = read(target);
      EXPECT_TRUE(found == old || found == whole) << i << ": " << found.size() << " bytes";
      if (code == 0) {
        EXPECT_EQ(found, whole);
      }
      if (code == 128 + SIGKILL) ++killed;
      // The one thing a kill may leave is the hidden name that a finished file has for a moment.
      for (const std::string& name : files()) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        EXPECT_THAT(name, ::testing::MatchesRegex("\\.calibrant\\.[0-9]+\\.0\\.tmp"));
        EXPECT_EQ(read(name), whole);
        std::filesystem::remove(file(name));
      }
    }
    EXPECT_GT(killed, 10);
  }
};

TEST_F(DurableOutput, FitKilled) {
  write_many_rows(20'000);
  kill_at_random_moments(
      {"fit", "many.csv", "-o", "out", "--method", "histogram", "--bins", "9000"}, "out");
}

TEST_F(DurableOutput, ApplyKilled) {
  write_many_rows(200'000);
  kill_at_random_moments({"apply", "model.json", "many.csv", "-o", "out"}, "out");
}

TEST_F(DurableOutput, FullDisk) {
  struct stat before = {};
  ASSERT_EQ(::stat("/dev/full", &before), 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"fit", "few.csv", "-o", "/dev/full"},
        {"apply", "model.json", "few.csv", "-o", "/dev/full"}}) {
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, "calibrant: /dev/full: cannot be written (No space left on device)\n");
  }
  // A device is written to, never replaced.
  struct stat after = {};
  ASSERT_EQ(::stat("/dev/full", &after), 0);
  EXPECT_TRUE(S_ISCHR(after.st_mode));
  EXPECT_EQ(after.st_ino, before.st_ino);
  EXPECT_EQ(run({"fit", "few.csv", "-o", "/dev/null"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"fit", "few.csv", "-o", "-"},
        {"apply", "model.json", "few.csv"}}) {
    const Scratch in;
    const Scratch err;
    EXPECT_EQ(finish(start(directory_, arguments, in.descriptor(), full, err.descriptor())), 2);
    EXPECT_THAT(err.text(),
                ::testing::EndsWith("calibrant: -: cannot be written (No space left on device)\n"));
  }
  ::close(full);
}

TEST_F(DurableOutput, ADiskThatFillsUp) {
  write_many_rows(50'000);
  write("out", "old");
  // Half a megabyte and no more, as the children inherit it.
  struct rlimit old = {};
  ::getrlimit(RLIMIT_FSIZE, &old);
  struct rlimit small = old;
  small.rlim_cur = 500'000;
  const Scratch in;
  const Scratch err;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const pid_t child = start(directory_, {"apply", "model.json", "many.csv", "-o", "out"},
                            in.descriptor(), in.descriptor(), err.descriptor());
  ::setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(finish(child), 2);
  EXPECT_EQ(err.text(), "calibrant: out: cannot be written (File too large)\n");
  EXPECT_EQ(read("out"), "old");
  EXPECT_EQ(files(), (std::vector<std::string>{"few.csv", "many.csv", "model.json", "out"}));
}

TEST_F(DurableOutput, ClosedPipe) {
  write_many_rows(50'000);
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ::close(ends[0]);
  const Scratch in;
  const Scratch err;
  const pid_t child = start(directory_, {"apply", "model.json", "many.csv"}, in.descriptor(),
                            ends[1], err.descriptor());
  ::close(ends[1]);
  EXPECT_EQ(finish(child), 128 + SIGPIPE);  // as it ends every program before head
  EXPECT_EQ(err.text(), "");
}

TEST_F(DurableOutput, FullStandardOutput) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"apply", "model.json", "few.csv"},
      {"evaluate", "few.csv", "--probability", "score", "--bootstrap", "0"},
      {"export", "model.json", "--to", "sql"},
      {"sql", "fit-query", "--dialect", "duckdb", "--table", "t"},
      {"--generate", "man"},
  };
  for (const auto& command : commands) {
    const Scratch in;
    const Scratch err;
    EXPECT_EQ(finish(start(directory_, command, in.descriptor(), full, err.descriptor())), 2)
        << command[0];
    EXPECT_THAT(err.text(),
                ::testing::EndsWith("calibrant: -: cannot be written (No space left on device)\n"));
  }
  ::close(full);
}

TEST_F(DurableOutput, DirectoryThatCannotBeWritten) {
  if (::geteuid() == 0) {
    // Root may write everywhere but here.
    const Result result = run({"fit", "few.csv", "-o", "/proc/model.json"});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err,
              "calibrant: /proc/model.json: cannot be written (No such file or directory)\n");
    return;
  }
  std::filesystem::create_directory(file("locked"));
  write("locked/out", "old");
  ::chmod(file("locked").c_str(), 0555);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"fit", "few.csv", "-o", "locked/out"},
        {"apply", "model.json", "few.csv", "-o", "locked/out"}}) {
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, "calibrant: locked/out: cannot be written (Permission denied)\n");
    EXPECT_EQ(read("locked/out"), "old");
  }
  ::chmod(file("locked").c_str(), 0755);
}

TEST_F(DurableOutput, InterruptedWhileRowsStillCome) {
  write("out", "old");
  for (const int signal : {SIGINT, SIGTERM}) {
    std::array<int, 2> ends = {};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const Scratch out;
    const pid_t child = start(directory_, {"apply", "model.json", "-", "-o", "out"}, ends[0],
                              out.descriptor(), out.descriptor());
    ::close(ends[0]);
    const std::string rows(std::size_t{1} << 16U, '\n');
    ASSERT_EQ(::write(ends[1], "score\n0.5\n", 10), 10);
    for (int i = 0; i < 16; ++i) {
      ASSERT_EQ(::write(ends[1], rows.data(), rows.size()), static_cast<ssize_t>(rows.size()));
    }
    ::kill(child, signal);
    EXPECT_EQ(finish(child), 128 + signal);
    ::close(ends[1]);
    EXPECT_EQ(read("out"), "old");
    EXPECT_EQ(files(), (std::vector<std::string>{"few.csv", "model.json", "out"}));
  }
}

TEST_F(DurableOutput, AHiddenNameIsRemovedByASignal) {
  write("out", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    cli::handle_signals();
    AtomicFile unfinished(file("out"), AtomicFile::Meanwhile::kHidden);
    unfinished.write("half");
    ::_exit(files().size() == 4 ? ::raise(SIGTERM) : 99);
  }
  EXPECT_EQ(finish(child), 128 + SIGTERM);
  EXPECT_EQ(files(), (std::vector<std::string>{"few.csv", "model.json", "out"}));
  EXPECT_EQ(read("out"), "old");
}

TEST_F(DurableOutput, AHiddenNameIsRemovedWhenNothingMayBeThrown) {
  write("out", "old");
  const auto allocate = [] { throw std::bad_alloc(); };
  const auto destructor = [&]() noexcept { allocate(); };
  EXPECT_EXIT(
      {
        cli::handle_no_memory();
        AtomicFile unfinished(file("out"), AtomicFile::Meanwhile::kHidden);
        unfinished.write("half");
        if (files().size() == 4) destructor();
      },
      ::testing::ExitedWithCode(2), "^calibrant: not enough memory\n$");
  EXPECT_EQ(files(), (std::vector<std::string>{"few.csv", "model.json", "out"}));
  EXPECT_EQ(read("out"), "old");
}

// Whoever throws may have put a file's own bytes into the message.
TEST_F(DurableOutput, TheLastMessageOfAllIsLegible) {
  const auto report = [] { throw std::runtime_error("bad\x1b[2J\nname"); };
  const auto destructor = [&]() noexcept { report(); };
  EXPECT_EXIT(
      {
        cli::handle_no_memory();
        destructor();
      },
      ::testing::KilledBySignal(SIGABRT), R"(^calibrant: bad\\x1b\[2J\\x0aname)");
}

TEST_F(DurableOutput, BothWaysOfWritingReplaceKeepAndVanish) {
  for (const auto meanwhile : {AtomicFile::Meanwhile::kNameless, AtomicFile::Meanwhile::kHidden}) {
    std::filesystem::remove(file("out"));
    {
      AtomicFile fresh(file("out"), meanwhile);
      fresh.write("fresh");
      EXPECT_FALSE(exists("out"));
      fresh.commit();
    }
    EXPECT_EQ(read("out"), "fresh");
    ::chmod(file("out").c_str(), 0640);
    {
      AtomicFile dropped(file("out"), meanwhile);
      dropped.write("dropped");
    }
    EXPECT_EQ(read("out"), "fresh");
    std::filesystem::remove(file("link"));
    std::filesystem::create_symlink("out", file("link"));
    {
      AtomicFile replacing(file("link"), meanwhile);
      replacing.write("new");
      EXPECT_EQ(read("out"), "fresh");
      replacing.commit();
    }
    // Through a link to the file itself, whose permissions stay.
    EXPECT_EQ(read("out"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
    struct stat status = {};
    ::stat(file("out").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
    EXPECT_EQ(files(), (std::vector<std::string>{"few.csv", "link", "model.json", "out"}));
  }
}

}  // namespace
}  // namespace calibrant::testing
