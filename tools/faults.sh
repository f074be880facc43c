#!/bin/sh
# breaks things: out of memory, full disks, signals at random moments
set -eu
. tools/lib/shell.sh

build_programs calibrant_program
python3 tests/faults/inject_faults.py build/calibrant "$@"
