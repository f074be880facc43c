#!/bin/sh
# The path of a new user, timed in a clean environment: install the wheel, a calibrated probability, a report.
# tools/docs/new_user.sh WHEEL [PACKAGE...]: fails if all three take more than 60 seconds.
set -eu
wheel=$(realpath "$1")
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
began=$(date +%s.%N)
since() { printf '%-32s %5.1f s\n' "$1" "$(echo "$(date +%s.%N) - $began" | bc)"; }

python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check "$wheel" "$@"
since "installed"
env/bin/python -c '
import calibrant

old, new = calibrant.example()
print("a score of 0.99 means {:.2f}".format(calibrant.fit(old.scores, old.labels)(0.99)))'
since "first calibrated probability"
env/bin/python -c 'import calibrant; calibrant.example(".")'
env/bin/calibrant compare calibration.csv new.csv --html report.html >/dev/null
[ -s report.html ]
since "first report"
[ "$(echo "$(date +%s.%N) - $began < 60" | bc)" = 1 ] || { echo "new user: more than 60 seconds"; exit 1; }
