// Where the file system allows it the new file has no name until it is whole (O_TMPFILE), so that
// not even a kill leaves anything behind; elsewhere it has a hidden name beside the target.
#include "support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "calibrant/error.hpp"

namespace calibrant {
namespace {

constexpr mode_t kMode = 0666;  // less the umask
constexpr mode_t kPermissions = 07777;
constexpr int kAttempts = 100;

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path hidden_name(const std::filesystem::path& path, int attempt) {
  return directory_of(path) /
         fmt::format(".{}.{}.{}.tmp", path.filename().string(), ::getpid(), attempt);
}

// The hidden names there are at this moment, in memory that a signal handler may read. More files
// at once than places: the rest is simply not removed by a signal.
struct HiddenName {
  std::atomic<bool> taken = false;
  std::atomic<bool> present = false;
  std::array<char, PATH_MAX> name = {};
};
std::array<HiddenName, 4> hidden_names;

void remember(const std::filesystem::path& path) {
  const std::string& name = path.native();
  if (name.size() >= PATH_MAX) return;
  for (HiddenName& place : hidden_names) {
    if (place.taken.exchange(true)) continue;
    std::memcpy(place.name.data(), name.c_str(), name.size() + 1);
    place.present = true;
    return;
  }
}

void forget(const std::filesystem::path& path) {
  for (HiddenName& place : hidden_names) {
    if (!place.present || path.native() != place.name.data()) continue;
    place.present = false;
    place.taken = false;
  }
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, Meanwhile meanwhile)
    : path_(std::move(path)), target_(path_) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) {
    auto followed = std::filesystem::weakly_canonical(path_, ignored);
    if (!ignored) target_ = std::move(followed);
  }
  struct stat old = {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) {
    errno = EISDIR;
    fail("cannot be written");
  }
  if (exists && !S_ISREG(old.st_mode)) {
    in_place_ = true;
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be written");
    return;
  }
  open_beside(meanwhile);
  // Who could read the old file can read the new one, and nobody else.
  if (exists) ::fchmod(descriptor_, old.st_mode & kPermissions);
}

void AtomicFile::open_beside(Meanwhile meanwhile) {
  // A nameless file gets its name through /proc.
  if (meanwhile == Meanwhile::kNameless && ::access("/proc/self/fd", X_OK) == 0) {
    descriptor_ = ::open(directory_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  }
  for (int attempt = 0; descriptor_ < 0 && attempt < kAttempts; ++attempt) {
    temporary_ = hidden_name(target_, attempt);
    descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kMode);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
  if (!temporary_.empty()) remember(temporary_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    forget(temporary_);
  }
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

bool AtomicFile::link_as(const std::filesystem::path& name) {
  const std::string link = fmt::format("/proc/self/fd/{}", descriptor_);
  return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

void AtomicFile::commit() {
  if (!in_place_) {
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("cannot be written");
    // A nameless file takes a free name in one step. To replace a file it first needs a hidden one.
    bool in_place_of_nothing = temporary_.empty() && link_as(target_);
    for (int attempt = 0; !in_place_of_nothing && temporary_.empty(); ++attempt) {
      const auto name = hidden_name(target_, attempt);
      remember(name);
      if (link_as(name)) {
        temporary_ = name;
      } else {
        const int reason = errno;
        forget(name);
        errno = reason;
        if (reason != EEXIST || attempt == kAttempts) fail("cannot be written");
      }
    }
    if (!in_place_of_nothing && ::rename(temporary_.c_str(), target_.c_str()) != 0) {
      fail("cannot be replaced");
    }
    forget(temporary_);
    temporary_.clear();
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot be written");
}

void AtomicFile::remove_unfinished() noexcept {
  for (HiddenName& place : hidden_names) {
    if (place.present) ::unlink(place.name.data());
  }
}

void AtomicFile::fail(const char* what) const {
  throw Error(fmt::format("{}: {} ({})", path_.string(), what, std::strerror(errno)));
}

}  // namespace calibrant
