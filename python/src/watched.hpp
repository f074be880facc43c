// Long work beside Python: the GIL is released, Ctrl-C stops it, a callable hears how far it is.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>

#include "calibrant/execution.hpp"
#include "gil.hpp"

namespace calibrant::python {

/// False if the callable raised. Only Python's functions stand between the caller and Python's
/// code, because the end of the interpreter may unwind through them.
inline bool tell(const nb::object& progress, double fraction) {
  PyObject* number = PyFloat_FromDouble(fraction);
  if (number == nullptr) return false;
  PyObject* answer = PyObject_CallOneArg(progress.ptr(), number);
  Py_DECREF(number);
  Py_XDECREF(answer);
  return answer != nullptr;
}

/// work(execution), in a thread of its own. Signals reach Python only in the thread that called,
/// which must therefore not be the one that works.
template <class Work>
auto watched(const Work& work, unsigned threads, const nb::object& progress) {
  std::atomic<double> fraction = 0;
  std::atomic<bool> stop = false;
  const Execution execution = {.threads = threads, .progress = [&](double done) {
                                 fraction = done;
                                 return !stop;
                               }};
  auto result = std::async(std::launch::async, [&] { return work(execution); });
  const auto give_up = [&] {
    stop = true;
    result.wait();
  };
  while (true) {
    PyThreadState* state = PyEval_SaveThread();
    const bool done = result.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready;
    or_sleep([&] { PyEval_RestoreThread(state); }, give_up);
    if (done) return result.get();
    const auto goes_on = [&] {
      return PyErr_CheckSignals() == 0 && (progress.is_none() || tell(progress, fraction));
    };
    if (!or_sleep(goes_on, give_up)) {
      const nb::python_error raised;
      {
        const GilReleased release;
        give_up();
      }
      throw raised;
    }
  }
}

}  // namespace calibrant::python
