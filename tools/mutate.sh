#!/bin/sh
# changes operators of the core one by one and counts what the tests notice; fails below 90 %
set -eu
. tools/lib/shell.sh

# A tree of its own, because each file that is changed must be an object of its own.
need program tests experiments bench
cmake --preset release -B build-mutation -DCALIBRANT_UNITY=OFF >&2
cmake --build build-mutation -j "$(cores)" --target calibrant_tests >&2
python3 tests/mutation/mutate.py build-mutation "$@"
