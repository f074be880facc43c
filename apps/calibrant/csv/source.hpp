// Where bytes come from: a file, standard input, a gzip file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace calibrant::cli {

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Up to `size` bytes; 0 at the end. Throws Error naming the file.
  virtual std::size_t read(char* to, std::size_t size) = 0;

  /// The part of the file already read, if its size is known: for progress.
  virtual std::optional<double> fraction() const = 0;
};

/// The first bytes: `size` of them, or all there are.
std::string read_start(Source& source, std::size_t size);

/// "-" is standard input. Gzip is recognised by its first bytes; a name that ends in .gz must be
/// gzip. Throws Error naming the file.
std::unique_ptr<Source> open_source(const std::string& path);

/// Does the name say gzip?
bool is_gzip_name(const std::string& path);

}  // namespace calibrant::cli
