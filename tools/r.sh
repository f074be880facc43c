#!/bin/sh
# builds the R package in build/r, checks it with R CMD check, and compares its models with the program's
set -eu
. tools/lib/shell.sh

need program r comfort

# The sources of Highway, as Debian has them: the library compiles it for the package.
highway_sources() {
  folder=build/r/highway
  [ ! -e "$folder/hwy/targets.cc" ] || return 0
  rm -rf "$folder" && mkdir -p "$folder/apt/lists/partial" "$folder/apt/parts"
  sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$folder/apt/parts/debian.sources"
  (
    cd "$folder/apt"
    set -- -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/parts" \
      -o Dir::State::lists="$PWD/lists" -o APT::Sandbox::User=root
    apt-get "$@" update && apt-get "$@" source --download-only highway
  ) >&2 || return 1
  tar -xzf "$folder"/apt/highway_*.orig.tar.gz -C "$folder" --strip-components 1
}

# The compiler's debugging symbols are not for a package, and an installed one has no place for them.
makevars() {
  compiler=g++
  ! command -v ccache >/dev/null || compiler="ccache g++"
  printf 'CXX20 = %s\nCXX20FLAGS = -O2\n' "$compiler"
}

if ! highway_sources; then
  no_index "the R package"
  exit
fi
python3 r/assemble.py build/r/highway build/r/calibrant
makevars >build/r/Makevars
R_MAKEVARS_USER=$PWD/build/r/Makevars
MAKEFLAGS=-j$(cores)
# Flags of Debian's R are not ours, and no check may ask a server for the time.
_R_CHECK_COMPILATION_FLAGS_KNOWN_="-Wformat -Werror=format-security -Wdate-time"
_R_CHECK_SYSTEM_CLOCK_=false
_R_CHECK_FORCE_SUGGESTS_=true
export R_MAKEVARS_USER MAKEFLAGS _R_CHECK_COMPILATION_FLAGS_KNOWN_ _R_CHECK_SYSTEM_CLOCK_ _R_CHECK_FORCE_SUGGESTS_
cd build/r
rm -f calibrant_*.tar.gz
R CMD build calibrant
R CMD check --no-manual calibrant_*.tar.gz
if ! grep -q '^Status: OK$' calibrant.Rcheck/00check.log; then
  say "r: R CMD check has something to say: build/r/calibrant.Rcheck/00check.log"
  exit 1
fi
cd ../..

# Nothing but the compiler's own headers comes from this machine.
includes="-Icalibrant/include -Icalibrant/src -Iothers -I$(R RHOME)/include -I/usr/share/R/include"
(
  cd build/r/calibrant/src
  for unit in *.cpp; do
    # shellcheck disable=SC2086 # a list of words
    g++ -std=c++20 -DFMT_HEADER_ONLY -M $includes "$unit"
  done
) >build/r/headers
if grep -E '/include/(boost|fmt|hwy|nlohmann)/' build/r/headers; then
  say "r: the package lacks these headers"
  exit 1
fi

# The same rows give the same file as the program's, to the byte.
build_programs calibrant_program
golden=r/tests/testthat/golden
for method in auto abb isotonic; do
  build/calibrant fit $golden/rows.csv --method $method -o build/r/program.json >&2
  # shellcheck disable=SC2016 # R's dollars
  Rscript -e 'library(calibrant, lib.loc = "build/r/calibrant.Rcheck")' \
    -e 'rows <- read.csv(commandArgs(TRUE)[1])' \
    -e 'model <- calibrate(rows$score, rows$label, method = commandArgs(TRUE)[2], level = NULL)' \
    -e 'save_model(model, "build/r/package.json")' $golden/rows.csv $method >&2
  cmp build/r/program.json build/r/package.json
done
Rscript r/check_guide.R build/r/calibrant.Rcheck . >&2
say "r: the package is build/r/$(cd build/r && echo calibrant_*.tar.gz)"
