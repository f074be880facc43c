# shellcheck shell=sh
# What every task may use. A task begins with: . tools/lib/shell.sh

say() { printf '%s\n' "$*" >&2; }

cores() { nproc; }

# packages_of GROUP...: the names in tools/lib/packages.
packages_of() {
  for group in "$@"; do
    found=$(sed -n "s/^$group: //p" tools/lib/packages)
    [ -n "$found" ] || { say "dev: tools/lib/packages has no group '$group'"; exit 1; }
    printf '%s ' "$found"
  done
}

# need GROUP...: installs what is missing of these groups, as root or through sudo, and says so.
need() {
  names=$(packages_of "$@")
  if ! command -v dpkg-query >/dev/null; then
    [ -n "${dev_told:-}" ] || say "dev: this is not Debian; make sure that you have the like of: $names"
    dev_told=yes
    return 0
  fi
  missing=
  for package in $names; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { say "dev: these packages are missing, and there is no sudo:$missing"; exit 1; }
    as_root=sudo
  fi
  say "dev: installing$missing"
  $as_root apt-get update -qq
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >&2
}

# build_programs TARGET...: parts of the library and of the programs that are shipped, in build/. They are compiled as they
# are for developers, so that nothing is compiled twice, but need fewer packages.
build_programs() {
  need program
  grep -qs '^CALIBRANT_DEVELOPER:[A-Z]*=ON' build/CMakeCache.txt || cmake --preset programs >&2
  cmake --build build -j "$(cores)" --target "$@" >&2
}

# build PRESET [TARGET...]: the developer's tree of this preset, or what is named of it.
build() {
  preset=$1
  shift
  need program tests experiments bench
  cmake --preset "$preset" >&2
  if [ $# -gt 0 ]; then
    cmake --build --preset "$preset" -j "$(cores)" --target "$@" >&2
  else
    cmake --build --preset "$preset" -j "$(cores)" >&2
  fi
}

# Without a package index some tests cannot run. That is said aloud, and is a failure where CI runs.
no_index() {
  say "skipped: no package index: $1"
  [ "${CI:-}" != true ]
}

sources() { git ls-files --cached --others --exclude-standard -- '*.cpp' '*.hpp'; }

shell_scripts() {
  git ls-files --cached --others --exclude-standard -- dev 'tools/*.sh' 'tools/lib/*.sh' .ci/run 'tests/package/*.sh' \
    tests/fuzz/run_libfuzzer r/configure r/cleanup
}
