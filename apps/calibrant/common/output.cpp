#include "common/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "calibrant/error.hpp"
#include "common/signals.hpp"

namespace calibrant::cli {
namespace {

// The disk begins to write while the rows still come, so that the last flush finds little to do.
constexpr std::size_t kSendBytes = std::size_t{1} << 23U;

// What a name leads to; nothing unless it is a plain file.
std::optional<struct stat> plain_file(std::string_view path, int standard_stream) {
  struct stat found = {};
  const int failed =
      path == "-" ? ::fstat(standard_stream, &found) : ::stat(std::string(path).c_str(), &found);
  if (failed != 0 || !S_ISREG(found.st_mode)) return {};
  return found;
}

}  // namespace

void check_not_input(const std::string& output, std::initializer_list<std::string_view> inputs) {
  const auto out = plain_file(output, STDOUT_FILENO);
  if (!out) return;
  for (const std::string_view input : inputs) {
    const auto in = plain_file(input, STDIN_FILENO);
    if (!in || in->st_dev != out->st_dev || in->st_ino != out->st_ino) continue;
    throw Error(fmt::format("{}: is also the input{}{} (nothing was written)", output,
                            output == input ? "" : " ", output == input ? "" : input));
  }
}

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

Findings::Findings(const std::string& page) : page_alone_(page == "-") {
  if (!page.empty()) page_.emplace(page);
}

void Findings::write(const std::function<std::string()>& page, const std::string& said) {
  if (page_) {
    page_->write(page());
    page_->commit();
  }
  if (!page_alone_) write_output("-", said);
}

}  // namespace calibrant::cli
