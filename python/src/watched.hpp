// Long work beside Python: the GIL is released, Ctrl-C stops it, a callable hears how far it is.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>

#include "calibrant/execution.hpp"

namespace calibrant::python {

namespace nb = nanobind;

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
  while (true) {
    {
      nb::gil_scoped_release release;
      if (result.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready) break;
    }
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!progress.is_none()) progress(fraction.load());
    } catch (...) {
      stop = true;
      nb::gil_scoped_release release;
      result.wait();
      throw;
    }
  }
  return result.get();
}

}  // namespace calibrant::python
