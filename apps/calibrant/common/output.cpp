#include "common/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "calibrant/error.hpp"
#include "common/signals.hpp"
#include "system/files.hpp"

namespace calibrant::cli {
namespace {

// The disk begins to write while the rows still come, so that the last flush finds little to do.
constexpr std::size_t kSendBytes = std::size_t{1} << 23U;

// What a name leads to; nothing unless it is a plain file.
std::optional<system::FileFacts> plain_file(std::string_view path, int standard_stream) {
  const auto found = path == "-" ? system::facts_of(standard_stream)
                                 : system::facts_of(std::filesystem::path(path));
  if (!found || !found->plain) return {};
  return found;
}

}  // namespace

void check_not_input(const std::string& output, std::initializer_list<std::string_view> inputs) {
  const auto out = plain_file(output, system::kStandardOutput);
  if (!out) return;
  for (const std::string_view input : inputs) {
    const auto in = plain_file(input, system::kStandardInput);
    if (!in || in->identity != out->identity) continue;
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
    if (unsent_ >= kSendBytes) {
      system::send_to_disk(file_->descriptor(), written_ - unsent_, unsent_);
      unsent_ = 0;
    }
    return;
  }
  while (!bytes.empty()) {
    const std::ptrdiff_t written =
        system::write_some(system::kStandardOutput, bytes.data(), bytes.size());
    if (written < 0) {
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
