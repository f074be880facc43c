#include "common/signals.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "support/atomic_file.hpp"
#include "support/legible.hpp"

namespace calibrant::cli {
namespace {

// Only what is safe in a handler; then the signal does what it does to everyone (SA_RESETHAND), so
// that a shell sees how the process ended.
void end(int signal) {
  AtomicFile::remove_unfinished();
  ::raise(signal);
}

[[noreturn]] void end_by_exception() {
  AtomicFile::remove_unfinished();
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    std::fputs(kNoMemory, stderr);
    ::_exit(kBadInput);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibrant: %s\n", legible(error.what()).c_str());
  } catch (...) {
    std::fputs("calibrant: an exception of no known type\n", stderr);
  }
  std::abort();
}

}  // namespace

void handle_signals() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action = {};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // nohup
    action = {};
    action.sa_handler = end;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(number, &action, nullptr);
  }
}

void end_by_closed_pipe() {
  ::signal(SIGPIPE, SIG_DFL);
  end(SIGPIPE);
  std::abort();  // not reached, unless someone blocks the signal
}

void handle_no_memory() { std::set_terminate(end_by_exception); }

}  // namespace calibrant::cli
