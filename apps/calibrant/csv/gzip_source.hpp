// Gzip files, of one member or several in a row. Unlike zlib's own gzread, a file that was cut off
// is an error, and so is a file that is not gzip at all.
#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <vector>

#include "csv/source.hpp"

namespace calibrant::cli {

class GzipSource : public Source {
 public:
  GzipSource(std::unique_ptr<Source> compressed, std::string path);
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override;

  std::size_t read(char* to, std::size_t size) override;
  std::optional<double> fraction() const override { return compressed_->fraction(); }

 private:
  /// False at the end of the file.
  bool refill();
  /// After the end of a member: is there another? Zeros may pad the end of the file.
  bool next_member();

  std::unique_ptr<Source> compressed_;
  std::string path_;
  std::vector<char> input_;
  z_stream stream_ = {};
  bool begun_ = false;  ///< some of it was gzip indeed
  bool ended_ = false;
};

}  // namespace calibrant::cli
