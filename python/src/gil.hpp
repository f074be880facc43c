// Work without the GIL, in threads that may outlive the interpreter.
//
// Up to version 3.13, Python ends a thread that asks for the GIL after the interpreter has begun to
// end. It unwinds the thread's stack, which aborts the process at the first frame that may not
// throw, such as a destructor. Such a thread sleeps here instead, as it does from version 3.14 on.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace calibrant::python {

namespace nb = nanobind;

/// What `call` returns. It asks for the GIL or runs Python's code through Python's own functions,
/// and throws nothing. What comes out of it is therefore the end of the interpreter: `at_end` is
/// called, without the GIL, and the thread never runs again.
template <class Call, class AtEnd>
auto or_sleep(const Call& call, const AtEnd& at_end) noexcept {
  try {
    return call();
  } catch (...) {
    at_end();
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

/// Lets other threads of Python run for as long as it lives.
class GilReleased {
 public:
  GilReleased() noexcept : state_(PyEval_SaveThread()) {}
  ~GilReleased() {
    or_sleep([this] { PyEval_RestoreThread(state_); }, [] {});
  }
  GilReleased(const GilReleased&) = delete;
  GilReleased& operator=(const GilReleased&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace calibrant::python
