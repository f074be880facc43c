#!/bin/sh
# runs the long jobs before a release: lint, docs, package, r, web, ports, faults, coverage, fuzz, mutate, sanitizers
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

tools/lint.sh
tools/docs.sh
tools/package.sh --test
tools/r.sh
tools/web.sh
tools/ports.sh
venv
need mariadb
build release calibrant_program make_models make_class_models evaluate_model
build/venv/bin/python tests/export/check_exports.py build/calibrant build/tests/make_models build/tests/evaluate_model --mariadb
build/venv/bin/python tests/export/check_class_exports.py build/calibrant build/tests/make_class_models build/tests/evaluate_model
build/venv/bin/python tests/export/check_class_exports.py build/calibrant build/tests/make_class_models build/tests/evaluate_model --mariadb
tools/faults.sh
tools/coverage.sh
tools/fuzz.sh 60
tools/mutate.sh
for preset in asan-ubsan tsan; do
  build "$preset"
  ctest --preset "$preset" -j "$(cores)" "$@"
done
tools/python.sh --asan
tools/python.sh
pytest_in python-newest ../python/tests -m long
# Spark Connect wants a process of its own.
pytest_in python-newest ../python/tests -m connect
