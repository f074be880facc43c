// Where results go: a file that appears whole or not at all, or standard output.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "system/atomic_file.hpp"

namespace calibrant::cli {

class Output {
 public:
  /// "-" is standard output. Throws Error naming the file if it cannot be written: before any work.
  explicit Output(const std::string& path);

  /// Throws Error naming the file: a full disk. A closed pipe on standard output ends the process.
  void write(std::string_view bytes);
  /// Nothing before this is seen under the file's name.
  void commit();

 private:
  std::optional<AtomicFile> file_;  // none: standard output
  std::size_t unsent_ = 0;          // bytes the kernel was not yet asked to send to the disk
  std::size_t written_ = 0;
};

/// Throws Error if the output is one of the files that are read, by whatever name: they would be
/// lost. "-" is standard input or standard output, an empty name no file.
void check_not_input(const std::string& output, std::initializer_list<std::string_view> inputs);

/// The whole text at once.
void write_output(const std::string& path, std::string_view text);

/// What a verb found. The page is opened before the work: a place that cannot be written is known
/// early.
class Findings {
 public:
  /// "-" is standard output; an empty name says that no page is wanted.
  explicit Findings(const std::string& page);

  /// Writes the page, and what is said unless the page is on standard output.
  void write(const std::function<std::string()>& page, const std::string& said);

 private:
  std::optional<Output> page_;
  bool page_alone_;
};

}  // namespace calibrant::cli
