#!/bin/sh
# compares all methods with other packages; --classes: those of several classes (--quick, --help)
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
if [ "${1:-}" = --classes ]; then
  shift
  case " $* " in
    *" --probmetrics "*)
      # PyTorch comes with it, 3 GB.
      build/arena-venv/bin/pip install --quiet --disable-pip-version-check probmetrics==1.3.0 numba >&2
      ;;
  esac
  PYTHONPATH=bench/quality build/arena-venv/bin/python -m arena.classes "$@"
else
  PYTHONPATH=bench/quality build/arena-venv/bin/python -m arena "$@"
fi
