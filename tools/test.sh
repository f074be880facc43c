#!/bin/sh
# runs all that CI runs, or a part: ./dev test [style | cpp [-L binning] | python [-k NAME] | spark]
set -eu
. tools/lib/shell.sh
. tools/lib/python.sh

# Seconds.
style_part() {
  need style
  sources | xargs clang-format --dry-run --Werror
  shell_scripts | xargs shellcheck --external-sources
}

# cpp_part [OPTION...]: options are those of ctest, such as -L binning.
cpp_part() {
  build release
  need engines
  venv
  ctest --preset release -j "$(cores)" "$@"
}

# Ruff and mypy over all that is Python, by the rules beside it.
python_style() {
  bin=$PWD/build/python-newest/bin
  ours="python bench/speed/python bench/speed/build bench/speed/rows.py tests/consumer tests/support tests/package tests/c_api tests/faults tests/mutation tests/golden/make_models_v1.py docs/make_sbom.py docs/make_python_reference.py"
  # shellcheck disable=SC2086
  "$bin/ruff" check --quiet $ours bench/quality/arena bench/speed/sweep bench/speed/records.py
  # shellcheck disable=SC2086
  "$bin/ruff" format --check --quiet $ours bench/quality/arena bench/speed/sweep bench/speed/records.py
  "$bin/mypy" python/calibrant python/tests/user_code.py
  "$bin/mypy" docs/make_sbom.py tests/golden/make_models_v1.py tests/c_api/*.py tests/package/*.py tests/consumer/*.py tests/support/*.py
  "$bin/mypy" --config-file bench/quality/arena/pyproject.toml bench/quality/arena
  MYPYPATH=bench/speed:bench/quality "$bin/mypy" --config-file bench/speed/sweep/pyproject.toml bench/speed/sweep
}

# The wheel, installed beside the newest packages that it supports: once for all parts.
install_newest() {
  [ -z "${installed:-}" ] || return 0
  wheel
  build/wheel-env/bin/python tests/package/check_wheel.py build build/wheels/*.whl
  install_wheel python-newest
  installed=yes
}

# python_part [OPTION...]: the installed wheel with the newest and the oldest packages that it supports, without Spark; then
# what makes pages of the figures of bench/. The long tests are for ./dev check.
python_part() {
  if ! environments; then
    no_index "the Python package"
    return
  fi
  install_newest
  install_wheel python-oldest
  python_style
  pytest_in python-newest --doctest-modules --pyargs calibrant
  pytest_in python-newest ../python/tests -m 'not long and not connect' --ignore-glob '*/test_spark*' "$@"
  [ $# -eq 0 ] || return 0
  pytest_in python-oldest ../python/tests/test_sklearn_checks.py ../python/tests/test_estimators.py \
    ../python/tests/test_peers.py
  for page in quality/arena speed/sweep; do
    build/python-newest/bin/python -m pytest -q -c "bench/$page/pyproject.toml" "bench/$page"
  done
}

# spark_part [OPTION...]: the part of the Python package that runs inside Spark.
spark_part() {
  if ! wheel_environment || ! newest_environment; then
    no_index "Spark's tests"
    return
  fi
  need spark
  install_newest
  # shellcheck disable=SC2046 # one word for each
  pytest_in python-newest $(printf '../%s ' python/tests/test_spark*.py) -m 'not long and not connect' "$@"
}

# All environments of Python that the parts below need.
environments() {
  wheel_environment && newest_environment && environment python-oldest python/requirements/oldest.txt
}

part=${1:-all}
[ $# -eq 0 ] || shift
case $part in
  style | cpp | python | spark)
    "${part}_part" "$@"
    ;;
  all)
    style_part # first, because it takes seconds
    # Downloads mostly wait, so they run beside the compiler. What fails is tried again by the part that needs it.
    need python
    environments >/dev/null 2>&1 &
    cpp_part "$@"
    wait
    python_part "$@"
    spark_part "$@"
    ;;
  -*) cpp_part "$part" "$@" ;; # as ctest -R NAME
  *)
    say "dev: test has no part '$part' (style, cpp, python, spark)"
    exit 64
    ;;
esac
