#!/bin/sh
# is ./dev test python and ./dev test spark (--asan: under AddressSanitizer, without Spark)
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

# An interpreter that knows of no sanitizer loads its library first, and that of C++, whose exceptions it watches. Spark is left
# out, because its processes are not ours. Leaks are looked for in the C++ tests, since an interpreter keeps much to its end.
test_with_asan() {
  if ! wheel_environment || ! environment python-asan python/requirements/newest.txt; then
    no_index "the Python package under AddressSanitizer"
    return
  fi
  build asan-ubsan calibrant_program
  wheel_in build-asan-ubsan -Ccmake.build-type=RelWithDebInfo
  install_wheel python-asan build-asan-ubsan
  # shellcheck disable=SC2046 # one word for each
  set -- $(for library in libasan.so libstdc++.so.6; do g++ -print-file-name=$library; done)
  bin=$PWD/build/python-asan/bin
  (cd build && LD_PRELOAD="$*" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc "$bin/python" -m pytest -q \
    -c ../pyproject.toml --rootdir .. ../python/tests -m 'not long and not connect' --ignore-glob '../python/tests/test_spark*')
}

if [ "${1:-}" = --asan ]; then
  test_with_asan
else
  tools/test.sh python "$@"
  tools/test.sh spark "$@"
fi
