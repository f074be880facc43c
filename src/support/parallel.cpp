#include "support/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>

#include "system/threads.hpp"

namespace calibrant {

void run_tasks(unsigned threads, const std::vector<std::function<void()>>& tasks) {
  std::vector<std::exception_ptr> errors(tasks.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size() && !failed; i = next++) {
      try {
        tasks[i]();
      } catch (...) {
        errors[i] = std::current_exception();
        failed = true;
      }
    }
  };
  {
    const std::size_t wanted = std::min<std::size_t>(threads, tasks.size());
    const std::vector<JoiningThread> helpers =
        start_threads(wanted - std::min<std::size_t>(wanted, 1), work);
    work();
  }
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

unsigned threads_for_rows(std::size_t rows, unsigned threads) {
  constexpr std::size_t kWorthAThread = 25'000;
  const std::size_t worth = rows / kWorthAThread;
  if (worth <= 1) return 1;  // asking how many the machine has takes longer than few rows
  return static_cast<unsigned>(std::min<std::size_t>(worth, thread_count({.threads = threads})));
}

unsigned thread_count(const Execution& execution) {
  if (execution.threads > 0) return execution.threads;
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace calibrant
