// Runs the built program as a user would, each test in a directory of its own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace calibrant::testing {

struct Result {
  int code = 0;  ///< the exit code; 128 + the signal if one ended it
  std::string out;
  std::string err;            ///< without warnings: most tests have few rows on purpose
  std::string warnings = {};  ///< the lines of standard error that are warnings
  std::string said = {};      ///< all of standard error
};

/// Takes the lines `calibrant: FILE: warning: ...` from the text, and returns them.
inline std::string take_warnings(std::string& text) {
  std::string warnings;
  std::string others;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    (line.find(": warning: ") != std::string::npos ? warnings : others) += line;
    at = end;
  }
  text = others;
  return warnings;
}

/// Starts `program` in `directory` with these descriptors as its standard streams.
inline pid_t start(const std::filesystem::path& directory,
                   const std::vector<std::string>& arguments, int in, int out, int err,
                   const char* program = CALIBRANT_PROGRAM) {
  std::vector<std::string> words = {"calibrant"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  // Tests that run in the background or under nohup pass on that they ignore signals.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;
  ::sigemptyset(&usual);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE}) ::sigaddset(&usual, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, program, &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error(std::string("cannot start ") + program);
  return child;
}

/// Waits for its end; the code as in Result.
inline int finish(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A file without a name: no pipe to fill up, whatever the program writes.
class Scratch {
 public:
  explicit Scratch(const std::string& text = {})
      : descriptor_(::memfd_create("scratch", MFD_CLOEXEC)) {
    if (::write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("cannot write a scratch file");
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }

  std::string text() const {
    std::string result;
    std::array<char, 65536> part = {};
    for (off_t place = 0;;) {
      const ssize_t got = ::pread(descriptor_, part.data(), part.size(), place);
      if (got <= 0) return result;
      result.append(part.data(), static_cast<std::size_t>(got));
      place += got;
    }
  }

 private:
  int descriptor_;
};

class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = std::filesystem::temp_directory_path() /
                 ("calibrant_" + std::string(test->test_suite_name()) + "_" + test->name() + "_" +
                  std::to_string(::getpid()));
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// Relative file names mean files of the test's directory.
  Result run(const std::vector<std::string>& arguments, const std::string& input = {}) const {
    const Scratch in(input);
    const Scratch out;
    const Scratch err;
    const int code = finish(start(directory_, arguments, in.descriptor(), out.descriptor(),
                                  err.descriptor(), program()));
    Result result{.code = code, .out = out.text(), .err = err.text(), .said = err.text()};
    result.warnings = take_warnings(result.err);
    return result;
  }

  virtual const char* program() const { return CALIBRANT_PROGRAM; }

  std::filesystem::path file(const std::string& name) const { return directory_ / name; }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }

  std::string read(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    if (!stream) return "no file " + name;
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  bool exists(const std::string& name) const { return std::filesystem::exists(file(name)); }

  /// The names in the test's directory, sorted: nothing may be left behind.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  std::filesystem::path directory_;
};

}  // namespace calibrant::testing
