// A file that appears whole or not at all: written beside the target, then renamed. What cannot be
// replaced, a device or a pipe, is written as it is.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace calibrant {

class AtomicFile {
 public:
  /// Until the file is whole: no name at all where that is possible, or a hidden one.
  enum class Meanwhile { kNameless, kHidden };

  /// Throws Error naming the path if its directory cannot be written.
  explicit AtomicFile(std::filesystem::path path, Meanwhile meanwhile = Meanwhile::kNameless);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// What was not committed vanishes.
  ~AtomicFile();

  void write(std::string_view bytes);
  /// Flushes to the disk and takes the place of the target.
  void commit();

  int descriptor() const noexcept { return descriptor_; }

  /// For handlers of signals that end the process: removes what has a hidden name at this moment.
  static void remove_unfinished() noexcept;

 private:
  [[noreturn]] void fail(const char* what) const;
  void open_beside(Meanwhile meanwhile);
  bool link_as(const std::filesystem::path& name);

  std::filesystem::path path_;       // as the caller calls it
  std::filesystem::path target_;     // with symbolic links followed
  std::filesystem::path temporary_;  // empty while the file has no name
  int descriptor_ = -1;
  bool in_place_ = false;
};

}  // namespace calibrant
