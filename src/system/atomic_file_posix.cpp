// Where the file system allows it the new file has no name until it is whole (O_TMPFILE), so that
// not even a kill leaves anything behind; elsewhere it has a hidden name beside the target.
//
// The rights of the file that is replaced are looked at in the last moment, so that a change while
// the rows came is not undone. Until then only the owner may read what has a hidden name.
#if !defined(_WIN32) && !defined(__wasi__)
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "calibrant/error.hpp"
#include "system/atomic_file.hpp"
#include "system/file_rights.hpp"
#include "system/files.hpp"
#include "system/unfinished.hpp"

namespace calibrant {
namespace {

constexpr mode_t kMode = 0666;  // less the umask
constexpr mode_t kMeanwhile = 0600;
constexpr mode_t kAllRights = 0777;
constexpr int kAttempts = 100;

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, Meanwhile meanwhile)
    : path_(std::move(path)), target_(path_) {
  std::error_code ignored;
  const bool link = std::filesystem::is_symlink(path_, ignored);
  struct stat old = {};
  const bool exists = ::stat(path_.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) fail("cannot be written");  // a loop of links, a name too long
  if (!exists && link) {
    throw Error(fmt::format("{}: is a link to {}, which does not exist", path_.string(),
                            std::filesystem::read_symlink(path_, ignored).string()));
  }
  if (exists && S_ISDIR(old.st_mode)) {
    errno = EISDIR;
    fail("cannot be written");
  }
  if (exists && !S_ISREG(old.st_mode)) {
    in_place_ = true;
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be written");
    return;
  }
  if (link) {
    std::error_code problem;
    target_ = std::filesystem::canonical(path_, problem);
    errno = problem.value();
    if (problem) fail("cannot be written");
  }
  open_beside(meanwhile);
  // Nobody can ask for the umask without changing it, so what it makes of a fresh file is kept.
  struct stat fresh = {};
  if (::fstat(descriptor_, &fresh) != 0) fail("cannot be written");
  fresh_mode_ = fresh.st_mode;
  if (exists) first_owner_ = old.st_uid;
  if (exists && !temporary_.empty()) ::fchmod(descriptor_, kMeanwhile);
}

void AtomicFile::open_beside([[maybe_unused]] Meanwhile meanwhile) {
  // A nameless file gets its name through /proc.
#ifdef O_TMPFILE
  if (meanwhile == Meanwhile::kNameless && ::access("/proc/self/fd", X_OK) == 0) {
    descriptor_ =
        ::open(system::directory_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  }
#endif
  for (int attempt = 0; descriptor_ < 0 && attempt < kAttempts; ++attempt) {
    temporary_ = system::hidden_name_beside(target_);
    descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kMode);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
  if (!temporary_.empty()) system::remember_unfinished(temporary_, descriptor_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    system::forget_unfinished(temporary_);
  }
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = system::write_some(descriptor_, bytes.data(), bytes.size());
    if (written < 0) fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool AtomicFile::link_as(const std::filesystem::path& name) {
  const std::string link = fmt::format("/proc/self/fd/{}", descriptor_);
  return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool AtomicFile::adopt_rights() {
  struct stat old = {};
  const bool replaces = ::lstat(target_.c_str(), &old) == 0 && S_ISREG(old.st_mode);
  // Whoever puts a file of theirs there while the rows come does not get ours.
  const bool may_give = first_owner_ == old.st_uid;
  const bool adopted = replaces ? take_rights(descriptor_, target_, old, fresh_mode_, may_give)
                                : ::fchmod(descriptor_, fresh_mode_ & kAllRights) == 0;
  if (!adopted) fail("cannot be given the rights of the old file");
  return replaces;
}

void AtomicFile::take_hidden_name() {
  for (int attempt = 0; temporary_.empty(); ++attempt) {
    const auto name = system::hidden_name_beside(target_);
    system::remember_unfinished(name, descriptor_);
    if (link_as(name)) {
      temporary_ = name;
    } else {
      const int reason = errno;
      system::forget_unfinished(name);
      errno = reason;
      if (reason != EEXIST || attempt == kAttempts) fail("cannot be written");
    }
  }
}

void AtomicFile::commit() {
  if (!in_place_) {
    if (!system::flush_to_disk(descriptor_)) fail("cannot be written");
    // A nameless file takes a free name in one step. To replace a file it first needs a hidden one.
    const bool replaces = adopt_rights();
    const bool placed = !replaces && temporary_.empty() && link_as(target_);
    if (!placed) {
      if (!replaces) adopt_rights();  // of a file that came in between
      take_hidden_name();
      if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
    }
    system::forget_unfinished(temporary_);
    temporary_.clear();
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot be written");
}

void AtomicFile::remove_unfinished() noexcept { system::remove_all_unfinished(); }

void AtomicFile::fail(const char* what) const {
  throw Error(fmt::format("{}: {} ({})", path_.string(), what, std::strerror(errno)));
}

}  // namespace calibrant
#endif
