#!/bin/sh
# changes operators of the core one by one and counts what the tests notice; fails below 90 %
set -eu
. tools/lib/shell.sh

build release calibrant_tests
python3 tests/mutation/mutate.py build "$@"
