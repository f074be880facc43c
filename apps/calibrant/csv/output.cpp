#include "csv/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "calibrant/error.hpp"
#include "signals.hpp"

namespace calibrant::cli {
namespace {

// The disk begins to write while the rows still come, so that the last flush finds little to do.
constexpr std::size_t kSendBytes = std::size_t{1} << 23U;

}  // namespace

Output::Output(const std::string& path) {
  if (path != "-") file_.emplace(path);
}

void Output::write(std::string_view bytes) {
  if (file_) {
    file_->write(bytes);
    written_ += bytes.size();
    unsent_ += bytes.size();
#ifdef SYNC_FILE_RANGE_WRITE
    if (unsent_ >= kSendBytes) {
      ::sync_file_range(file_->descriptor(), static_cast<off64_t>(written_ - unsent_),
                        static_cast<off64_t>(unsent_), SYNC_FILE_RANGE_WRITE);
      unsent_ = 0;
    }
#endif
    return;
  }
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) end_by_closed_pipe();
      throw Error(fmt::format("-: cannot be written ({})", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Output::commit() {
  if (file_) file_->commit();
}

void write_output(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.commit();
}

}  // namespace calibrant::cli
