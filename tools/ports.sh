#!/bin/sh
# builds for other systems and compilers, and compares the programs: arm64, clang, libc++ (all, or the one named)
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh
. tools/lib/others.sh
. tools/lib/zig.sh

# Debian's clang, with the library of C++ that is named: the program does what g++'s does.
native() {
  name=$1
  shift
  need clang-ports
  others || { no_index "the build with $name"; return; }
  CC=clang-19 CXX=clang++-19 CXXFLAGS=$* cmake -S . -B "build/ports/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCALIBRANT_DEVELOPER=OFF -DCALIBRANT_WARNINGS=ON -DCALIBRANT_OTHERS="$PWD/build/others" >&2
  cmake --build "build/ports/$name" -j "$(cores)" --target calibrant_program >&2
  python3 tests/ports/check_program.py build/calibrant "$PWD/build/ports/$name/calibrant"
}

# with_zig SYSTEM TARGET EMULATOR...: unit tests, then the program.
with_zig() {
  system=$1
  target=$2
  shift 2
  zig_tree "$system" "$target" -DCALIBRANT_PORT_TESTS=ON || { no_index "the build for $system"; return; }
  cmake --build "build/ports/$system" -j "$(cores)" --target calibrant_program port_tests >&2
  for tests in "build/ports/$system"/tests/ports/port_*; do
    "$@" "$tests" --gtest_brief=1
  done
  python3 tests/ports/check_program.py build/calibrant "$@" "$PWD/build/ports/$system/calibrant"
}

build_programs calibrant_program
[ $# -gt 0 ] || set -- arm64 clang libc++
for name in "$@"; do
  say "== $name"
  case $name in
    arm64)
      need arm64
      with_zig aarch64-linux-gnu aarch64-linux-gnu.2.17 qemu-aarch64-static -L /usr/aarch64-linux-gnu
      ;;
    clang) native clang -stdlib=libstdc++ ;;
    libc++) native libc++ -stdlib=libc++ ;;
    *)
      say "ports: no system '$name' (arm64, clang, libc++)"
      exit 64
      ;;
  esac
done
