// Gzip made in pieces: each is compressed on its own, on any thread, and ends at a whole byte; put
// one after the other between head and tail they are one gzip member, as any program reads it.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "csv/block.hpp"

namespace calibrant::cli {

struct GzipPiece {
  Bytes bytes;
  std::uint32_t checksum = 0;  ///< CRC-32 of the plain text
  std::size_t plain_size = 0;
};

/// Compresses pieces; one per thread.
class GzipCompressor {
 public:
  GzipCompressor();
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;
  ~GzipCompressor();

  void compress(std::string_view text, GzipPiece& piece);

 private:
  z_stream stream_ = {};
};

/// What stands around the pieces.
class GzipFrame {
 public:
  static std::string_view head();
  /// In the order of the file.
  void add(const GzipPiece& piece);
  std::string tail() const;

 private:
  std::uint32_t checksum_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace calibrant::cli
