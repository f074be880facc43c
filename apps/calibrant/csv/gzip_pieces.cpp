#include "csv/gzip_pieces.hpp"

#include <new>

namespace calibrant::cli {
namespace {

constexpr int kRaw = -MAX_WBITS;  // no header of its own
constexpr int kMemoryLevel = 8;
constexpr std::size_t kFlushBytes = 16;

void append_little_endian(std::string& text, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    text += static_cast<char>((value >> shift) & 0xFFU);
  }
}

}  // namespace

GzipCompressor::GzipCompressor() {
  if (::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRaw, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipCompressor::~GzipCompressor() { ::deflateEnd(&stream_); }

void GzipCompressor::compress(std::string_view text, GzipPiece& piece) {
  ::deflateReset(&stream_);
  piece.bytes.set_size(0);
  piece.bytes.reserve(::deflateBound(&stream_, text.size()) + kFlushBytes);
  // zlib promises not to write through next_in.
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream_.avail_in = static_cast<uInt>(text.size());
  stream_.next_out = reinterpret_cast<Bytef*>(piece.bytes.data());
  stream_.avail_out = static_cast<uInt>(piece.bytes.capacity());
  ::deflate(&stream_, Z_SYNC_FLUSH);
  piece.bytes.set_size(piece.bytes.capacity() - stream_.avail_out);
  piece.checksum = static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
  piece.plain_size = text.size();
}

std::string_view GzipFrame::head() {
  // Deflate, no name, no time: the same bytes today and tomorrow.
  return {"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03", 10};
}

void GzipFrame::add(const GzipPiece& piece) {
  checksum_ = static_cast<std::uint32_t>(
      ::crc32_combine(checksum_, piece.checksum, static_cast<z_off_t>(piece.plain_size)));
  size_ += piece.plain_size;
}

std::string GzipFrame::tail() const {
  std::string text("\x03\x00", 2);  // an empty last block
  append_little_endian(text, checksum_);
  append_little_endian(text, static_cast<std::uint32_t>(size_ & 0xFFFFFFFFU));
  return text;
}

}  // namespace calibrant::cli
