# shellcheck shell=sh
# Environments of Python, and the wheel. After tools/lib/shell.sh.

# environment NAME REQUIREMENTS...: an environment build/NAME with the pinned packages and no others. False if
# no package index answers.
environment() {
  name=build/$1
  shift
  need python
  mkdir -p build
  cat "$@" >"$name.txt"
  cmp -s "$name.txt" "$name/installed.txt" && return
  rm -rf "$name"
  if python3 -m venv "$name" &&
    "$name/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$name.txt" >&2; then
    cp "$name.txt" "$name/installed.txt"
  else
    return 1
  fi
}

# What builds the wheel. Each of these is the same for every task, or each task would make it anew.
wheel_environment() { environment wheel-env python/requirements/build.txt; }
newest_environment() { environment python-newest python/requirements/newest.txt python/requirements/connect.txt; }

# What the tests of exports and reports need, in build/venv.
venv() {
  environment venv tests/requirements.txt tests/browser/requirements.txt ||
    no_index "the tests that execute exports or look at reports"
}

# wheel_in TREE OPTION...: the wheel, in TREE/wheels, with the tools of wheel_environment. TREE is configured and keeps its
# options: what it has compiled already is not compiled again.
wheel_in() {
  tree=$1
  shift
  developer=$(sed -n 's/^CALIBRANT_DEVELOPER:[A-Z]*=//p' "$tree/CMakeCache.txt")
  rm -rf "$tree/wheels"
  build/wheel-env/bin/pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -w "$tree/wheels" \
    "-Cbuild-dir=$tree" "-Ccmake.define.CALIBRANT_DEVELOPER=$developer" -Ccmake.define.CALIBRANT_WARNINGS=ON "$@" . >&2
}

wheel() {
  build_programs calibrant_program
  wheel_in build
}

# install_wheel ENVIRONMENT [TREE]
install_wheel() {
  "build/$1/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "${2:-build}"/wheels/*.whl >&2
}

# Tests run in build/, so that the source tree is not what is imported.
pytest_in() {
  bin=$PWD/build/$1/bin
  shift
  (cd build && "$bin/python" -m pytest -q -c ../pyproject.toml --rootdir .. "$@")
}
