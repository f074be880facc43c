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

# cpp_tests [OPTION...]: options are those of ctest, such as -L binning.
cpp_tests() { ctest --preset release -j "$(cores)" "$@"; }

cpp_part() {
  build release
  need engines
  venv
  cpp_tests "$@"
}

# Ruff and mypy over all that is Python, by the rules beside it.
python_style() {
  bin=$PWD/build/python-newest/bin
  ours="python bench/speed/python bench/speed/build bench/speed/rows.py tests/consumer tests/helpers tests/package tests/c_api tests/faults tests/mutation tests/ports tests/tools tools/lib tools/generate_methods.py tools/method_texts.py tests/golden/make_models_v1.py docs/make_sbom.py tools/docs r web"
  # shellcheck disable=SC2086
  "$bin/ruff" check --quiet $ours bench/quality/arena bench/speed/sweep bench/speed/records.py
  # shellcheck disable=SC2086
  "$bin/ruff" format --check --quiet $ours bench/quality/arena bench/speed/sweep bench/speed/records.py
  "$bin/mypy" python/calibrant python/tests/user_code.py
  "$bin/mypy" r/*.py docs/make_sbom.py tests/golden/make_models_v1.py tests/c_api/*.py tests/package/*.py tests/consumer/*.py tests/helpers/*.py tests/ports/*.py tests/tools/*.py tools/lib/*.py tools/generate_methods.py tools/method_texts.py tools/docs/*.py
  "$bin/mypy" --config-file bench/quality/arena/pyproject.toml bench/quality/arena
  MYPYPATH=bench/speed:bench/quality "$bin/mypy" --config-file bench/speed/sweep/pyproject.toml bench/speed/sweep
}

# The wheel, installed beside the newest packages that it supports.
install_newest() {
  wheel
  build/wheel-env/bin/python tests/package/check_wheel.py build build/wheels/*.whl
  install_wheel python-newest
}

# Style and types, and the examples in the package's own texts.
python_style_and_examples() {
  python_style
  pytest_in python-newest --doctest-modules --pyargs calibrant
}

# Short checks beside the long run of python_newest: the above, the oldest packages, and the arena's page.
python_checks() {
  python_style_and_examples
  pytest_in python-oldest ../python/tests/test_sklearn_checks.py ../python/tests/test_estimators.py \
    ../python/tests/test_peers.py
  page_tests quality/arena
}

# page_tests FOLDER: what makes a page of the figures of bench/FOLDER.
page_tests() { build/python-newest/bin/python -m pytest -q -c "bench/$1/pyproject.toml" "bench/$1"; }

# python_newest [OPTION...]: the installed wheel, without Spark. The long tests are for ./dev check.
python_newest() {
  pytest_in python-newest ../python/tests -m 'not long and not connect' --ignore-glob '../python/tests/test_spark*' "$@"
}

# python_part [OPTION...]: options are those of pytest, such as -k NAME. With options the oldest packages are left out.
python_part() {
  if ! environments; then
    no_index "the Python package"
    return
  fi
  install_newest
  install_wheel python-oldest
  if [ $# -eq 0 ]; then
    at_once python-newest python-checks
    page_tests speed/sweep
  else
    python_style_and_examples
    python_newest "$@"
  fi
}

# spark_tests [OPTION...]: the part of the Python package that runs inside Spark.
spark_tests() {
  # shellcheck disable=SC2046 # one word for each
  pytest_in python-newest $(printf '../%s ' python/tests/test_spark*.py) -m 'not long and not connect' "$@"
}

spark_part() {
  if ! wheel_environment || ! newest_environment; then
    no_index "Spark's tests"
    return
  fi
  need spark
  install_newest
  spark_tests "$@"
}

# All environments of Python that the parts need.
environments() {
  wheel_environment && newest_environment && environment python-oldest python/requirements/oldest.txt
}

# at_once PART...: parts for which everything is built and installed.
at_once() { python3 tools/lib/at_once.py tools/test.sh "$@"; }

# The tests of Python and of Spark use one core for most of their time, and compilers use all. So the wheel is built first, and
# then its tests run beside the compiler of all else. C++ comes last, because it can fill any core that the others leave idle.
everything() {
  style_part # takes seconds
  need program tests experiments bench engines python spark
  # Downloads mostly wait, so they run beside the compiler. What fails is tried again below.
  { environments || true; venv || true; } >/dev/null 2>&1 &
  build release calibrant_program
  wait
  venv
  if environments; then
    install_newest
    install_wheel python-oldest
    at_once spark-tests python-newest python-checks cpp-build-and-tests
  else
    build release
    cpp_tests
    no_index "the Python package and Spark's tests"
  fi
}

part=${1:-all}
[ $# -eq 0 ] || shift
case $part in
  style | cpp | python | spark) "${part}_part" "$@" ;;
  cpp-build-and-tests)
    build release
    page_tests speed/sweep # two of them run calibrant-bench
    cpp_tests
    ;;
  spark-tests) spark_tests ;;
  python-newest) python_newest ;;
  python-checks) python_checks ;;
  all) everything ;;
  -*) cpp_part "$part" "$@" ;; # as ctest -R NAME
  *)
    say "dev: test has no part '$part' (style, cpp, python, spark)"
    exit 64
    ;;
esac
