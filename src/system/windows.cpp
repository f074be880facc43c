// Files and signals of Windows.
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
// clang-format off: the first one first
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <windows.h>
// clang-format on

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "system/files.hpp"
#include "system/signals.hpp"

namespace calibrant::system {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30U;
constexpr int kClosedPipe = 1;

FileFacts facts_in(const struct _stat64& found, HANDLE handle) {
  FileFacts facts = {.plain = (found.st_mode & _S_IFMT) == _S_IFREG,
                     .directory = (found.st_mode & _S_IFMT) == _S_IFDIR,
                     .size = static_cast<double>(found.st_size)};
  BY_HANDLE_FILE_INFORMATION more = {};
  if (handle != INVALID_HANDLE_VALUE && ::GetFileInformationByHandle(handle, &more) != 0) {
    facts.identity = {more.dwVolumeSerialNumber,
                      std::uint64_t{more.nFileIndexHigh} << 32U | more.nFileIndexLow};
  } else {
    facts.plain = false;
  }
  return facts;
}

void (*clean_at_the_end)() = nullptr;

// Windows calls it on a thread of its own. FALSE: what would have happened then happens.
BOOL WINAPI end_by(DWORD /*reason*/) {
  if (clean_at_the_end != nullptr) clean_at_the_end();
  return FALSE;
}

}  // namespace

std::optional<FileFacts> facts_of(const std::filesystem::path& path) {
  struct _stat64 found = {};
  if (::_wstat64(path.c_str(), &found) != 0) return {};
  const HANDLE handle =
      ::CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  const FileFacts facts = facts_in(found, handle);
  if (handle != INVALID_HANDLE_VALUE) ::CloseHandle(handle);
  return facts;
}

std::optional<FileFacts> facts_of(int descriptor) {
  struct _stat64 found = {};
  if (::_fstat64(descriptor, &found) != 0) return {};
  return facts_in(found, reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)));
}

int open_to_read(const std::filesystem::path& path) {
  const int descriptor = ::_wopen(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0 && errno == EACCES) {
    const auto found = facts_of(path);
    errno = found && found->directory ? EISDIR : EACCES;
  }
  return descriptor;
}

std::ptrdiff_t read_some(int descriptor, char* to, std::size_t size) {
  return ::_read(descriptor, to, static_cast<unsigned>(std::min(size, kMostAtOnce)));
}

std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t size) {
  const int taken = ::_write(descriptor, from, static_cast<unsigned>(std::min(size, kMostAtOnce)));
  // A pipe that nobody reads has more than one name.
  if (taken < 0 && (::GetLastError() == ERROR_NO_DATA || ::GetLastError() == ERROR_BROKEN_PIPE)) {
    errno = EPIPE;
  }
  return taken;
}

bool close_file(int descriptor) { return ::_close(descriptor) == 0; }

bool flush_to_disk(int descriptor) { return ::_commit(descriptor) == 0; }

void send_to_disk(int /*descriptor*/, std::size_t /*begin*/, std::size_t /*size*/) {}

bool is_terminal(int descriptor) { return ::_isatty(descriptor) != 0; }

std::uint64_t process_number() { return ::GetCurrentProcessId(); }

void prepare_standard_streams() {
  for (const int stream : {kStandardInput, kStandardOutput, kStandardError}) {
    ::_setmode(stream, _O_BINARY);
  }
  if (is_terminal(kStandardOutput) || is_terminal(kStandardError)) ::SetConsoleOutputCP(CP_UTF8);
}

// An open file cannot be removed here.
void remove_in_handler(const wchar_t* name, int descriptor) noexcept {
  if (descriptor >= 0) ::_close(descriptor);
  ::_wunlink(name);
}

void clean_before_the_end(void (*clean)()) {
  clean_at_the_end = clean;
  ::SetConsoleCtrlHandler(end_by, TRUE);
}

void end_by_closed_pipe(void (*clean)()) {
  clean();
  ::_exit(kClosedPipe);
}

void leave(int code) { ::_exit(code); }

}  // namespace calibrant::system
#endif
