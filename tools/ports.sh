#!/bin/sh
# builds with other compilers and C++ libraries, and compares the programs: clang, libc++ (both, or the one named)
set -eu
. tools/lib/shell.sh
. tools/lib/others.sh

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

build_programs calibrant_program
[ $# -gt 0 ] || set -- clang libc++
for name in "$@"; do
  say "== $name"
  case $name in
    clang) native clang -stdlib=libstdc++ ;;
    libc++) native libc++ -stdlib=libc++ ;;
    *)
      say "ports: no compiler '$name' (clang, libc++)"
      exit 64
      ;;
  esac
done
