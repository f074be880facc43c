#include "common/signals.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "support/legible.hpp"
#include "system/atomic_file.hpp"
#include "system/files.hpp"
#include "system/signals.hpp"

namespace calibrant::cli {
namespace {

[[noreturn]] void end_by_exception() {
  AtomicFile::remove_unfinished();
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    std::fputs(kNoMemory, stderr);
    system::leave(kBadInput);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibrant: %s\n", legible(error.what()).c_str());
  } catch (...) {
    std::fputs("calibrant: an exception of no known type\n", stderr);
  }
  std::abort();
}

}  // namespace

void handle_signals() {
  system::prepare_standard_streams();
  system::clean_before_the_end(AtomicFile::remove_unfinished);
}

void end_by_closed_pipe() { system::end_by_closed_pipe(AtomicFile::remove_unfinished); }

void handle_no_memory() { std::set_terminate(end_by_exception); }

}  // namespace calibrant::cli
