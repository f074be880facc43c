#include "csv/gzip_source.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "calibrant/error.hpp"

namespace calibrant::cli {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 16U;
constexpr int kGzipOnly = 16 + MAX_WBITS;

}  // namespace

GzipSource::GzipSource(std::unique_ptr<Source> compressed, std::string path)
    : compressed_(std::move(compressed)), path_(std::move(path)), input_(kInputBytes) {
  if (::inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipSource::~GzipSource() { ::inflateEnd(&stream_); }

bool GzipSource::refill() {
  const std::size_t got = compressed_->read(input_.data(), input_.size());
  stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_.avail_in = static_cast<uInt>(got);
  return got > 0;
}

bool GzipSource::next_member() {
  do {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
  } while (stream_.avail_in == 0 && refill());
  if (stream_.avail_in == 0) return false;
  begun_ = true;
  ::inflateReset(&stream_);
  return true;
}

std::size_t GzipSource::read(char* to, std::size_t size) {
  if (ended_ || size == 0) return 0;
  const auto room =
      static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  stream_.next_out = reinterpret_cast<Bytef*>(to);
  stream_.avail_out = room;
  while (stream_.avail_out == room) {
    if (stream_.avail_in == 0 && !refill()) {
      throw Error(path_ + ": the gzip data end too soon (was the file cut off?)");
    }
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      if (next_member()) continue;
      ended_ = true;
      break;
    }
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_BUF_ERROR) {
      throw Error(path_ + (!begun_ ? ": is not a gzip file, though its name ends in .gz"
                                   : ": the gzip data are damaged"));
    }
  }
  begun_ = true;
  return room - stream_.avail_out;
}

}  // namespace calibrant::cli
