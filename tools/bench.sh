#!/bin/sh
# measures every speed target, PASS or FAIL, and all methods at 10³ to 10⁷ rows (--quick, --help)
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

# The peers; where one cannot be had, those that the rows need.
bench_environment() {
  environment bench-venv bench/speed/python/requirements.txt bench/quality/arena/requirements.lock ||
    environment bench-venv bench/speed/python/requirements.txt
}

# Spark's environment, with the wheel that was built.
spark_environment() {
  need spark
  newest_environment && install_wheel python-newest
}

prepare() {
  build release calibrant_bench calibrant_program calibrant_reproduce
  venv || true # what is missing is listed in the result, and a failure where CI runs
  if wheel_environment && bench_environment; then
    wheel
    install_wheel bench-venv
    spark_environment || no_index "Spark's benchmark" || true
  else
    no_index "the Python package's benchmark" || true
  fi
}

case " $* " in
  *" --report "* | *" --help "* | *" -h "*) ;; # nothing is measured
  *) prepare ;;
esac
PYTHONPATH=bench/speed python3 -m sweep "$@"
