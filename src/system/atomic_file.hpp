// A file that appears whole or not at all: written beside the target, then renamed. What cannot be
// replaced, a device or a pipe, is written as it is.
//
// A file that is replaced passes its rights on (file_rights.hpp): nobody can read or write the new
// one who could not read or write the old one. A link is followed; it must lead to something.
// Windows and WebAssembly have no such rights and no files without a name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace calibrant {

class AtomicFile {
 public:
  /// Until the file is whole: no name at all where that is possible, or a hidden one.
  enum class Meanwhile { kNameless, kHidden };

  /// Throws Error naming the path if its directory cannot be written, if it is a directory, or a
  /// link that leads nowhere.
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
  void take_hidden_name();
  /// Those of the file that will be replaced, or those of a fresh file. Whether there is one.
  bool adopt_rights();

  std::filesystem::path path_;       // as the caller calls it
  std::filesystem::path target_;     // with symbolic links followed
  std::filesystem::path temporary_;  // empty while the file has no name
  int descriptor_ = -1;
  unsigned fresh_mode_ = 0;                   // what the umask leaves of a new file's mode
  std::optional<unsigned> first_owner_ = {};  // of the file that was there at the beginning
  bool in_place_ = false;
};

}  // namespace calibrant
