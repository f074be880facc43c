#!/bin/sh
# builds the wheel: build/wheels
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

wheel_environment || { no_index "the wheel"; exit 1; }
wheel
ls build/wheels
