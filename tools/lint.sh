#!/bin/sh
# checks formatting, shell scripts and prose, then runs clang-tidy (ten minutes on two cores)
set -eu
. tools/lib/shell.sh

tools/test.sh style
python3 tools/lib/prose.py --all >&2
need program tests experiments bench lint
# A tree that is configured and never built, because clang cannot read the precompiled headers of GCC, and because
# clang-tidy wants a command for each file. Clang does not know all options of GCC.
cmake --preset release -B build-lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCALIBRANT_UNITY=OFF >&2
sources | grep '^\(src\|apps\|experiments\)/.*\.cpp$' | xargs -P "$(cores)" -n 4 clang-tidy --quiet -p build-lint \
  --extra-arg=-Wno-unused-command-line-argument
