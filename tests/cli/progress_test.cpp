// The progress bar of the real program, on a terminal of its own.
#include <gmock/gmock.h>
#include <pty.h>

#include <thread>

#include "calibrant/model_file.hpp"
#include "cli/run.hpp"

namespace calibrant::testing {
namespace {

class ProgressOfApply : public Cli {
 protected:
  // What the terminal shows while rows come for `seconds`.
  std::string terminal_text(double seconds) {
    write("model.json", to_json(Curve(Segments{{0, 1}, {0, 1}})));
    int screen = -1;
    int terminal = -1;
    EXPECT_EQ(::openpty(&screen, &terminal, nullptr, nullptr, nullptr), 0);
    std::array<int, 2> ends = {};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const pid_t child = start(directory_, {"apply", "model.json", "-", "-o", "out.csv"}, ends[0],
                              terminal, terminal);
    ::close(ends[0]);
    const std::string rows = [] {
      std::string text;
      for (int i = 0; i < 100'000; ++i) text += "0.5\n";
      return text;
    }();
    EXPECT_EQ(::write(ends[1], "score\n", 6), 6);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(::write(ends[1], rows.data(), rows.size()), static_cast<ssize_t>(rows.size()));
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 4));
    }
    EXPECT_EQ(::write(ends[1], rows.data(), rows.size()), static_cast<ssize_t>(rows.size()));
    ::close(ends[1]);
    EXPECT_EQ(finish(child), 0);
    ::close(terminal);
    // The other end is closed, so reading ends with an error when all has been read.
    std::string shown;
    std::array<char, 4096> part = {};
    for (ssize_t got = 0; (got = ::read(screen, part.data(), part.size())) > 0;) {
      shown.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(screen);
    return shown;
  }
};

TEST_F(ProgressOfApply, IsShownAfterASecondAndCleared) {
  const std::string shown = terminal_text(1.3);
  EXPECT_THAT(shown, ::testing::ContainsRegex("apply  [0-9.]+ k rows  [0-9.]+ k rows/s"));
  EXPECT_THAT(shown, ::testing::EndsWith("\r\x1B[K"));
}

TEST_F(ProgressOfApply, IsNotShownBefore) { EXPECT_EQ(terminal_text(0.1), ""); }

}  // namespace
}  // namespace calibrant::testing
