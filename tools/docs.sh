#!/bin/sh
# makes the reference of the C++, C and Python API: build/docs; a warning is an error
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

need docs
mkdir -p build/docs
# Doxygen's configuration makes warnings errors; for pdoc Python does.
version=$(sed -n 's/^project(calibrant VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
CALIBRANT_VERSION=$version doxygen tools/docs/Doxyfile >&2
if ! wheel_environment || ! newest_environment; then
  no_index "the reference of the Python package"
  exit
fi
wheel
install_wheel python-newest
# In build/docs, where nothing else is called calibrant.
(cd build/docs && ../python-newest/bin/python -W error ../../tools/docs/make_python_reference.py python >&2)
say "build/docs/cpp/index.html build/docs/python/index.html"
