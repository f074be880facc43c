#!/bin/sh
# fits and applies in a loop with constant memory: ./dev soak [SECONDS, default 600]
set -eu
. tools/lib/shell.sh

build release soak
build/tests/soak "${1:-600}"
