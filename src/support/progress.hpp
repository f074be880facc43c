// Counts work from several threads and tells the caller's callback, one call at a time.
#pragma once

#include <mutex>

#include "calibrant/error.hpp"
#include "calibrant/execution.hpp"

namespace calibrant {

class ProgressMeter {
 public:
  /// For work that nobody waits for.
  ProgressMeter() = default;
  ProgressMeter(const Execution& execution, double total)
      : callback_(&execution.progress), total_(total) {}

  /// Throws Cancelled when the callback says so, now or at an earlier call from another thread.
  void advance(double work) {
    if (callback_ == nullptr || !*callback_) return;
    const std::lock_guard lock(mutex_);
    done_ += work;
    if (cancelled_ || !(*callback_)(done_ < total_ ? done_ / total_ : 1.0)) {
      cancelled_ = true;
      throw Cancelled();
    }
  }

 private:
  const Progress* callback_ = nullptr;
  double total_ = 1;
  double done_ = 0;
  bool cancelled_ = false;
  std::mutex mutex_;
};

/// For steps that are not counted, but stop when the meter's work does. Refers to `meter`.
inline Execution uncounted(ProgressMeter& meter) {
  return {.progress = [&meter](double) {
    meter.advance(0);
    return true;
  }};
}

/// A part [from, to] of the caller's progress, for work in stages. Refers to `execution`.
inline Execution part_of(const Execution& execution, double from, double to) {
  if (!execution.progress) return execution;
  return {.threads = execution.threads, .progress = [&execution, from, to](double fraction) {
            return execution.progress(from + (to - from) * fraction);
          }};
}

}  // namespace calibrant
