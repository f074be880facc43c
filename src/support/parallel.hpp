// Independent tasks on a few threads. What a task computes must not depend on who runs it or when.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "calibrant/execution.hpp"

namespace calibrant {

/// Runs all tasks, in order on one thread, or on several. The first exception (in the order of the
/// tasks) is thrown after all threads have stopped; tasks not yet begun are then left out.
void run_tasks(unsigned threads, const std::vector<std::function<void()>>& tasks);

/// Runs work(part, begin, end) for `parts` parts of [0, size) of about equal length, at once.
template <class Work>
void run_parts(unsigned parts, std::size_t size, const Work& work) {
  if (parts <= 1) {
    work(std::size_t{0}, std::size_t{0}, size);
    return;
  }
  std::vector<std::function<void()>> tasks;
  tasks.reserve(parts);
  for (std::size_t part = 0; part < parts; ++part) {
    tasks.emplace_back(
        [&work, part, parts, size] { work(part, size * part / parts, size * (part + 1) / parts); });
  }
  run_tasks(parts, tasks);
}

/// How many of the threads that are allowed (0: as many as the machine has) rows are worth: few are
/// done before another thread has begun.
unsigned threads_for_rows(std::size_t rows, unsigned threads);

/// How many threads `execution` asks for: at least one.
unsigned thread_count(const Execution& execution);

}  // namespace calibrant
