#!/bin/sh
# runs the paper's experiments, table by table (options as for calibrant-reproduce)
set -eu
. tools/lib/shell.sh

build release calibrant_reproduce
# Where a developer keeps UCI Adult and SPECT, or else the repository's SPECT, unless the options name another place.
data=${CALIBRANT_DATA:-../shared/data}/uci
[ -d "$data" ] || data=tests/data
build/calibrant-reproduce --data "$data" --out reproduction "$@"
