#!/bin/sh
# measures all methods on simulated truth and on real scores (docs/results/auto.md), and false alarms of tests
set -eu
. tools/lib/shell.sh

build release calibrant_quality calibrant_quality_classes calibrant_contest calibrant_false_alarms calibrant_quality_watch calibrant_quality_groups
status=0
build/calibrant-quality "$@" || status=1
build/calibrant-quality-classes || status=1
build/calibrant-quality-classes --bands 1 --seeds 150 --first 50000 || status=1
build/calibrant-contest "${CALIBRANT_DATA:-../shared/data}" || status=1
build/calibrant-false-alarms || status=1
build/calibrant-quality-watch || status=1
build/calibrant-quality-groups || status=1
exit "$status"
