#include "csv/source.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "calibrant/error.hpp"
#include "csv/foreign.hpp"
#include "csv/gzip_source.hpp"
#include "system/files.hpp"

namespace calibrant::cli {
namespace {

constexpr std::size_t kGzipBytes = 2;

[[noreturn]] void fail(const std::string& path) {
  throw Error(fmt::format("{}: cannot be read ({})", path, std::strerror(errno)));
}

class FileSource : public Source {
 public:
  explicit FileSource(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
      descriptor_ = system::kStandardInput;
    } else {
      descriptor_ = system::open_to_read(path_);
      if (descriptor_ < 0 && errno != EISDIR) fail(path_);
    }
    const auto facts = system::facts_of(descriptor_);
    if (descriptor_ < 0 || (facts && facts->directory)) {
      throw Error(path_ + ": is a directory (a file was expected)");
    }
    if (!facts) fail(path_);
    if (facts->plain) size_ = facts->size;
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ > system::kStandardInput) system::close_file(descriptor_);
  }

  // These bytes come again, before the rest.
  void put_back(std::string bytes) { again_ = std::move(bytes); }

  std::size_t read(char* to, std::size_t size) override {
    if (!again_.empty()) {
      const std::size_t got = again_.copy(to, size);
      again_.erase(0, got);
      return got;
    }
    const std::ptrdiff_t got = system::read_some(descriptor_, to, size);
    if (got < 0) fail(path_);
    position_ += static_cast<double>(got);
    return static_cast<std::size_t>(got);
  }

  std::optional<double> fraction() const override {
    if (size_ == 0) return {};
    return position_ < size_ ? position_ / size_ : 1.0;
  }

 private:
  std::string path_;
  int descriptor_ = -1;
  double size_ = 0;  // 0: not known
  double position_ = 0;
  std::string again_;
};

}  // namespace

bool is_gzip_name(const std::string& path) { return path.ends_with(".gz"); }

std::string read_start(Source& source, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t got = source.read(bytes.data() + filled, size - filled);
    if (got == 0) break;
    filled += got;
  }
  bytes.resize(filled);
  return bytes;
}

std::unique_ptr<Source> open_source(const std::string& path) {
  auto file = std::make_unique<FileSource>(path);
  std::string start = read_start(*file, kGzipBytes);
  const bool gzip = is_gzip_name(path) || is_gzip(start);
  file->put_back(std::move(start));
  if (gzip) return std::make_unique<GzipSource>(std::move(file), path);
  return file;
}

}  // namespace calibrant::cli
