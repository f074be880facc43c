#!/bin/sh
# pip install from the sdist, in a fresh environment: usage: check_sdist.sh PACKAGES WORK
#
# The build takes the compilers and libraries of this machine, and the build tools of a package index.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../golden/models/v1
rm -rf "$2/sdist"
mkdir -p "$2"
# The other tarball is what CPack made.
sdist=$(find "$1" -name 'calibrant-*.tar.gz' ! -name '*-linux-*')
# What is missing is cheaper to find here than by compiling the rest.
(cd "$here/../.." && git ls-files CMakeLists.txt LICENSE THIRD_PARTY.md apps cmake experiments include python src) |
  sort >"$2/sources.txt"
tar -tzf "$sdist" | cut -d/ -f2- | sort | comm -23 "$2/sources.txt" - >"$2/missing.txt"
[ ! -s "$2/missing.txt" ] || { printf 'the sdist lacks:\n' >&2; cat "$2/missing.txt" >&2; exit 1; }
python3 -m venv "$2/sdist"
"$2/sdist/bin/pip" install -q --disable-pip-version-check "$sdist"
"$2/sdist/bin/python" "$here/use_wheel.py" "$golden/abb_band.json" "$golden/abb_band.csv"
"$2/sdist/bin/calibrant" --version
rm -rf "$2/sdist"
printf 'the sdist installs\n' >&2
