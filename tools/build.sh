#!/bin/sh
# builds the library, the programs (build/calibrant), tests and benchmarks (or the TARGETs named)
set -eu
. tools/lib/shell.sh

build release "$@"
