// Threads that may not be had.
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace calibrant {

/// A thread that its owner waits for. Not every standard library has std::jthread.
class JoiningThread {
 public:
  template <class Work>
  explicit JoiningThread(const Work& work) : thread_(work) {}
  JoiningThread(JoiningThread&&) noexcept = default;
  JoiningThread& operator=(JoiningThread&&) = delete;
  ~JoiningThread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

/// Up to `count` threads that run `work`; fewer where the system gives no more (no memory for a
/// stack, a limit on processes). The caller, who works too, then does what is left.
template <class Work>
std::vector<JoiningThread> start_threads(std::size_t count, const Work& work) {
  std::vector<JoiningThread> threads;
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // Slower, but nothing else depends on their number.
  }
  return threads;
}

}  // namespace calibrant
