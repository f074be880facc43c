"""Tells ctest of every test in the one test program, labelled with the folder of tests/ it is in.

usage: list_tests.py PROGRAM OUTPUT

GoogleTest's own list names the file of each test, which CMake's gtest_discover_tests does not read.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# RapidCheck draws from a fixed seed, because a red build must be red again.
PROPERTIES = (
    'TIMEOUT 600 ENVIRONMENT RC_PARAMS=seed=1 SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]"'
)


def main(program: str, output: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tests.json"
        command = [program, "--gtest_list_tests", f"--gtest_output=json:{path}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        listed = json.loads(path.read_text())
    lines = []
    for suite in listed["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            place = re.search(r"tests/(\w+)/\w+\.cpp$", test["file"])
            assert place, f"{name} is in no folder of tests/: {test['file']}"
            lines.append(f"add_test([=[{name}]=] [=[{program}]=] [=[--gtest_filter={name}]=])\n")
            lines.append(
                f"set_tests_properties([=[{name}]=] PROPERTIES LABELS {place[1]} {PROPERTIES})\n"
            )
    Path(output).write_text("".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
