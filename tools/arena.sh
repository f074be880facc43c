#!/bin/sh
# compares all methods with other packages, on real scores and simulated truth (--quick, --help)
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

need arena
if ! wheel_environment || ! environment arena-venv bench/quality/arena/requirements.lock; then
  no_index "the arena"
  exit 1
fi
wheel
install_wheel arena-venv
PYTHONPATH=bench/quality build/arena-venv/bin/python -m arena "$@"
