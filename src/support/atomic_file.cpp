// Where the file system allows it the new file has no name until it is whole (O_TMPFILE), so that
// not even a kill leaves anything behind; elsewhere it has a hidden name beside the target.
#include "support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "calibrant/error.hpp"

namespace calibrant {
namespace {

constexpr mode_t kMode = 0666;  // less the umask

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path hidden_name(const std::filesystem::path& path, int attempt) {
  return directory_of(path) /
         fmt::format(".{}.{}.{}.tmp", path.filename().string(), ::getpid(), attempt);
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    errno = EISDIR;
    fail("cannot be written");
  }
  descriptor_ = ::open(directory_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  for (int attempt = 0; descriptor_ < 0 && attempt < 100; ++attempt) {
    temporary_ = hidden_name(path_, attempt);
    descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kMode);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("cannot be written");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("cannot be written");
  if (temporary_.empty()) {
    // Give the nameless file a hidden name; only then can it replace the target in one step.
    const std::string link = fmt::format("/proc/self/fd/{}", descriptor_);
    for (int attempt = 0;; ++attempt) {
      const auto name = hidden_name(path_, attempt);
      if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        temporary_ = name;
        break;
      }
      if (errno != EEXIST || attempt == 100) fail("cannot be written");
    }
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be replaced");
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));
}

void AtomicFile::fail(const char* what) const {
  throw Error(fmt::format("{}: {} ({})", path_.string(), what, std::strerror(errno)));
}

}  // namespace calibrant
