// Blocks of a file through several threads, and their results in the order of the file.
//
// Every thread reads a block, works on it, waits for its turn and hands over the result. So memory
// is one block and one result per thread, and what comes out does not depend on their number. Of
// several errors the first in the file is thrown.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "csv/blocks.hpp"
#include "system/threads.hpp"

namespace calibrant::cli {

/// work(block, result) on any thread; finish(block, result) one after the other.
template <class Result, class Work, class Finish>
void for_each_block(Blocks& blocks, unsigned threads, const Work& work, const Finish& finish) {
  std::mutex reading;
  std::uint64_t tickets = 0;
  bool ended = false;
  std::mutex handing_over;
  std::condition_variable turn_came;
  std::uint64_t turn = 0;
  std::exception_ptr first_error;

  const auto run = [&] {
    Block block;
    Result result;
    for (;;) {
      std::exception_ptr error;
      std::uint64_t ticket = 0;
      {
        const std::lock_guard lock(reading);
        if (ended) return;
        ticket = tickets++;
        try {
          ended = !blocks.next(block);
          if (ended) return;
        } catch (...) {
          ended = true;
          error = std::current_exception();
        }
      }
      if (!error) {
        try {
          work(block, result);
        } catch (...) {
          error = std::current_exception();
        }
      }
      {
        std::unique_lock lock(handing_over);
        turn_came.wait(lock, [&] { return turn == ticket || first_error; });
        if (first_error) return;
      }
      if (!error) {
        try {
          finish(block, result);
        } catch (...) {
          error = std::current_exception();
        }
      }
      {
        const std::lock_guard lock(handing_over);
        ++turn;
        first_error = error;
        turn_came.notify_all();
        if (error) break;
      }
    }
    const std::lock_guard lock(reading);
    ended = true;
  };
  {
    const std::vector<JoiningThread> others = start_threads(threads - 1, run);
    run();
  }
  if (first_error) std::rethrow_exception(first_error);
}

}  // namespace calibrant::cli
