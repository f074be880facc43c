#!/bin/sh
# calibrates the paper's XOR data with every method, prints the measures, writes a report
set -eu
. tools/lib/shell.sh

build_programs calibrant_demo calibrant_program
mkdir -p build/demo
build/calibrant-demo build/demo
build/calibrant compare build/demo/calibration.csv build/demo/test.csv --negatives negatives --positives positives \
  --title "The paper's XOR data" --html build/demo/report.html >/dev/null
printf '\nThe same scores as a report to look at: %s/build/demo/report.html\n' "$PWD"
