// The command line as a function: what JavaScript calls in an instance of its own for each run.
#include <cstdio>

int calibrant_main(int argc, char** argv);

// The exit code; all that was printed is out.
extern "C" int calibrant_run(int argc, char** argv) {
  const int status = calibrant_main(argc, argv);
  std::fflush(nullptr);
  return status;
}
