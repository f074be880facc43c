#!/bin/sh
# fuzzes with libFuzzer, guided by coverage: ./dev fuzz [SECONDS each, default 60] [TARGET...]
set -eu
. tools/lib/shell.sh

seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- csv model options fit files
need program fuzz
cmake --preset fuzz >&2
cmake --build --preset fuzz -j "$(cores)" >&2
# New inputs go to build-fuzz/corpus, what breaks a promise to build-fuzz/found.
mkdir -p build-fuzz/found
for target in "$@"; do mkdir -p "build-fuzz/corpus/$target"; done
printf '%s\n' "$@" | xargs -P "$(cores)" -I TARGET tests/fuzz/run_libfuzzer TARGET "$seconds"
