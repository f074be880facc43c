// Independent tasks on a few threads. What a task computes must not depend on who runs it or when.
#pragma once

#include <functional>
#include <vector>

#include "calibrant/execution.hpp"

namespace calibrant {

/// Runs all tasks, in order on one thread, or on several. The first exception (in the order of the
/// tasks) is thrown after all threads have stopped; tasks not yet begun are then left out.
void run_tasks(unsigned threads, const std::vector<std::function<void()>>& tasks);

/// How many threads `execution` asks for: at least one.
unsigned thread_count(const Execution& execution);

}  // namespace calibrant
