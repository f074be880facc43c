// Files of WebAssembly's system interface. There are no processes and no signals. A
// host may say that a stream is a terminal; then progress is shown.
#ifdef __wasi__
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "system/files.hpp"
#include "system/signals.hpp"

namespace calibrant::system {
namespace {

constexpr int kClosedPipe = 1;

FileFacts facts_in(const struct stat& found) {
  return {.plain = S_ISREG(found.st_mode),
          .directory = S_ISDIR(found.st_mode),
          .size = static_cast<double>(found.st_size),
          .identity = {found.st_dev, found.st_ino}};
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

int open_to_read(const std::filesystem::path& path) { return ::open(path.c_str(), O_RDONLY); }

std::ptrdiff_t read_some(int descriptor, char* to, std::size_t size) {
  return ::read(descriptor, to, size);
}

std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t size) {
  return ::write(descriptor, from, size);
}

bool close_file(int descriptor) { return ::close(descriptor) == 0; }

// Not every host can.
bool flush_to_disk(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS || errno == ENOSYS ||
         errno == ENOTSUP;
}

void send_to_disk(int /*descriptor*/, std::size_t /*begin*/, std::size_t /*size*/) {}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::uint64_t process_number() { return 1; }

void prepare_standard_streams() {}

void remove_in_handler(const char* /*name*/, int /*descriptor*/) noexcept {}

void clean_before_the_end(void (* /*clean*/)()) {}

void end_by_closed_pipe(void (*clean)()) {
  clean();
  std::_Exit(kClosedPipe);
}

void leave(int code) { std::_Exit(code); }

}  // namespace calibrant::system
#endif
