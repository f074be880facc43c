#!/bin/sh
# counts the lines of src/ that the tests run; fails below 95 %
set -eu
. tools/lib/shell.sh

# The one test program in as many parts as there are cores, instead of ctest's process a test: each adds
# its counts to some hundred files. What else ctest runs looks at what is shipped, which this build is not.
need coverage
build coverage calibrant_tests
find build-coverage -name '*.gcda' -delete
parts=$(cores)
seq 0 $((parts - 1)) | xargs -P "$parts" -I PART env RC_PARAMS=seed=1 GTEST_TOTAL_SHARDS="$parts" GTEST_SHARD_INDEX=PART \
  build-coverage/tests/calibrant_tests --gtest_brief=1
/usr/bin/gcovr --root . --object-directory build-coverage --filter 'src/' --gcov-ignore-parse-errors \
  --exclude-unreachable-branches --print-summary --fail-under-line 95 --txt build-coverage/lines.txt
