#!/bin/sh
# makes the documentation site with the reference of C++, C and Python: build/docs; a warning is an error
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

need docs
if ! environment docs-venv tools/docs/requirements.txt || ! wheel_environment || ! newest_environment; then
  no_index "the documentation site"
  exit
fi
wheel
install_wheel python-newest
# The site comes first, because mkdocs empties its folder.
CALIBRANT_PROGRAM=$PWD/build/calibrant NO_MKDOCS_2_WARNING=1 build/docs-venv/bin/mkdocs build --quiet -f tools/docs/mkdocs.yml >&2
# Doxygen's configuration makes warnings errors; for pdoc Python does.
version=$(sed -n 's/^project(calibrant VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
CALIBRANT_VERSION=$version doxygen tools/docs/Doxyfile >&2
# In build/docs, where nothing else is called calibrant.
(cd build/docs && ../python-newest/bin/python -W error ../../tools/docs/make_python_reference.py python >&2)
need engines
build/python-newest/bin/python tools/docs/make_screenshots.py build/docs build/docs-screenshots
say "the site: python3 -m http.server -d build/docs; what it looks like: build/docs-screenshots"
