// Files and signals of Linux and of what is like it.
#if !defined(_WIN32) && !defined(__wasi__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "system/files.hpp"
#include "system/signals.hpp"

namespace calibrant::system {
namespace {

FileFacts facts_in(const struct stat& found) {
  return {.plain = S_ISREG(found.st_mode),
          .directory = S_ISDIR(found.st_mode),
          .size = static_cast<double>(found.st_size),
          .identity = {static_cast<std::uint64_t>(found.st_dev),
                       static_cast<std::uint64_t>(found.st_ino)}};
}

void (*clean_at_the_end)() = nullptr;

// Only what is safe in a handler; then the signal does what it does to everyone (SA_RESETHAND), so
// that a shell sees how the process ended.
void end_by(int signal) {
  if (clean_at_the_end != nullptr) clean_at_the_end();
  ::raise(signal);
}

}  // namespace

std::optional<FileFacts> facts_of(const std::filesystem::path& path) {
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return facts_in(found);
}

std::optional<FileFacts> facts_of(int descriptor) {
  struct stat found = {};
  if (::fstat(descriptor, &found) != 0) return {};
  return facts_in(found);
}

int open_to_read(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

std::ptrdiff_t read_some(int descriptor, char* to, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(descriptor, to, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t size) {
  for (;;) {
    const ssize_t taken = ::write(descriptor, from, size);
    if (taken >= 0 || errno != EINTR) return taken;
  }
}

bool close_file(int descriptor) { return ::close(descriptor) == 0; }

bool flush_to_disk(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

void send_to_disk([[maybe_unused]] int descriptor, [[maybe_unused]] std::size_t begin,
                  [[maybe_unused]] std::size_t size) {
#ifdef SYNC_FILE_RANGE_WRITE
  ::sync_file_range(descriptor, static_cast<off_t>(begin), static_cast<off_t>(size),
                    SYNC_FILE_RANGE_WRITE);
#endif
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::uint64_t process_number() { return static_cast<std::uint64_t>(::getpid()); }

void prepare_standard_streams() {}

void remove_in_handler(const char* name, int /*descriptor*/) noexcept { ::unlink(name); }

void clean_before_the_end(void (*clean)()) {
  clean_at_the_end = clean;
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action = {};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // nohup
    action = {};
    action.sa_handler = end_by;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(number, &action, nullptr);
  }
}

void end_by_closed_pipe(void (*clean)()) {
  ::signal(SIGPIPE, SIG_DFL);
  clean();
  ::raise(SIGPIPE);
  std::abort();  // not reached, unless someone blocks the signal
}

void leave(int code) { ::_exit(code); }

}  // namespace calibrant::system
#endif
