// How far a long job is, on a terminal only, and only if it takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "calibrant/execution.hpp"

namespace calibrant::cli {

/// `apply   43 %  [########            ]  9.8 M rows/s  0:12 left`; what is not known is left out.
std::string progress_text(const std::string& job, std::optional<double> fraction,
                          std::uint64_t rows, double seconds);

class ProgressBar {
 public:
  /// Silent unless standard error is a terminal.
  explicit ProgressBar(std::string job);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  /// Leaves an empty line.
  ~ProgressBar();

  /// As often as one likes; from one thread at a time.
  void show(std::optional<double> fraction, std::uint64_t rows = 0);

 private:
  using Clock = std::chrono::steady_clock;

  std::string job_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(1);
};

/// So many threads, and a bar of its own for the job.
Execution with_progress(unsigned threads, const std::string& job);

}  // namespace calibrant::cli
