// A file that appears whole or not at all: written beside the target, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace calibrant {

class AtomicFile {
 public:
  /// Throws Error naming the path if its directory cannot be written.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// What was not committed vanishes.
  ~AtomicFile();

  void write(std::string_view bytes);
  /// Flushes to the disk and takes the place of the target.
  void commit();

  int descriptor() const noexcept { return descriptor_; }

 private:
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty while the file has no name
  int descriptor_ = -1;
};

}  // namespace calibrant
