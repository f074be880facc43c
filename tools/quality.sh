#!/bin/sh
# measures all methods on simulated truth and on real scores: the tables of docs/auto.md
set -eu
. tools/lib/shell.sh

build release calibrant_quality calibrant_contest
status=0
build/calibrant-quality "$@" || status=1
build/calibrant-contest "${CALIBRANT_DATA:-../shared/data}" || status=1
exit "$status"
