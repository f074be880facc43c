// A directory of its own for targets that read and write files. Fuzzed names never leave it: they
// hold no slash.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace calibrant::fuzz {

/// Made and entered once; removed at the end of the process.
class ScratchDirectory {
 public:
  ScratchDirectory()
      : path_(std::filesystem::temp_directory_path() /
              ("calibrant-fuzz-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
    std::filesystem::current_path(path_);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::current_path("/", ignored);
    std::filesystem::remove_all(path_, ignored);
  }

  static void write(const std::string& name, std::string_view text) {
    std::ofstream(name, std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace calibrant::fuzz
