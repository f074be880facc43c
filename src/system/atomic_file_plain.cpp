// Where files have no rights of Unix (Windows, WebAssembly): a hidden name beside the target, which
// then takes the target's place.
#if defined(_WIN32) || defined(__wasi__)
#include <fcntl.h>
#include <fmt/format.h>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "calibrant/error.hpp"
#include "system/atomic_file.hpp"
#include "system/files.hpp"
#include "system/unfinished.hpp"

namespace calibrant {
namespace {

constexpr int kAttempts = 100;

#ifdef _WIN32
int open_new(const std::filesystem::path& path) {
  return ::_wopen(path.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT,
                  _S_IREAD | _S_IWRITE);
}

int open_in_place(const std::filesystem::path& path) {
  return ::_wopen(path.c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
}

bool put_in_place(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) !=
      0) {
    return true;
  }
  errno = EACCES;  // someone holds the old file open, or it may only be read
  return false;
}

void remove_hidden(const std::filesystem::path& path) { ::_wunlink(path.c_str()); }
#else
constexpr int kMode = 0666;

int open_new(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, kMode);
}

int open_in_place(const std::filesystem::path& path) { return ::open(path.c_str(), O_WRONLY); }

bool put_in_place(const std::filesystem::path& from, const std::filesystem::path& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

void remove_hidden(const std::filesystem::path& path) { ::unlink(path.c_str()); }
#endif

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path, Meanwhile meanwhile)
    : path_(std::move(path)), target_(path_) {
  if (const auto old = system::facts_of(path_)) {
    if (old->directory) {
      errno = EISDIR;
      fail("cannot be written");
    }
    if (!old->plain) {
      in_place_ = true;
      descriptor_ = open_in_place(path_);
      if (descriptor_ < 0) fail("cannot be written");
      return;
    }
  }
  open_beside(meanwhile);
}

void AtomicFile::open_beside(Meanwhile /*meanwhile*/) {
  for (int attempt = 0; descriptor_ < 0 && attempt < kAttempts; ++attempt) {
    temporary_ = system::hidden_name_beside(target_);
    descriptor_ = open_new(temporary_);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
  system::remember_unfinished(temporary_, descriptor_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) system::close_file(descriptor_);
  if (!temporary_.empty()) {
    remove_hidden(temporary_);
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

void AtomicFile::commit() {
  if (!in_place_ && !system::flush_to_disk(descriptor_)) fail("cannot be written");
  if (!system::close_file(std::exchange(descriptor_, -1))) fail("cannot be written");
  if (in_place_) return;
  if (!put_in_place(temporary_, target_)) fail("cannot be replaced");
  system::forget_unfinished(temporary_);
  temporary_.clear();
}

void AtomicFile::remove_unfinished() noexcept { system::remove_all_unfinished(); }

void AtomicFile::fail(const char* what) const {
  throw Error(fmt::format("{}: {} ({})", path_.string(), what, std::strerror(errno)));
}

}  // namespace calibrant
#endif
