// Threads that may not be had.
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace calibrant {

/// Up to `count` threads that run `work`; fewer where the system gives no more (no memory for a
/// stack, a limit on processes). The caller, who works too, then does what is left.
template <class Work>
std::vector<std::jthread> start_threads(std::size_t count, const Work& work) {
  std::vector<std::jthread> threads;
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // Slower, but nothing else depends on their number.
  }
  return threads;
}

}  // namespace calibrant
