"""Parts that run at the same time fail together: the script behind ./dev test.

usage: check_at_once.py SCRIPT
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PART = """#!/bin/sh
folder=$(dirname "$0")
meet() {  # ends only if the other part runs at the same time
  : >"$folder/$1"
  for i in $(seq 400); do [ -e "$folder/$2" ] && return 0; sleep 0.05; done
  return 9
}
case $1 in
  good) echo good-output; sleep 0.3 ;;
  bad) echo bad-output >&2; exit 3 ;;
  killed) kill -KILL $$ ;;
  left) meet left right ;;
  right) meet right left ;;
  interrupted) kill -INT $$; echo still-here ;;
esac
"""


def run(script: str, command: Path, *parts: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, script, command, *parts], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "", done.stderr
    return done.returncode, done.stdout


def main(script: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = Path(folder) / "part"
        command.write_text(PART)
        command.chmod(0o755)

        status, output = run(script, command, "good")
        assert status == 0, output
        assert "good-output" in output

        status, output = run(script, command, "bad", "good")
        assert status == 1, output
        assert output.index("good-output") < output.index("bad-output"), output
        assert output.endswith("== failed: bad\n"), output

        status, output = run(script, command, "good", "killed")
        assert status == 1, output
        assert "== killed: FAILED" in output, output

        status, output = run(script, command, "left", "right")
        assert status == 0, output

        status, output = run(script, command, "interrupted")
        assert status == 1, output
        assert "still-here" not in output, output


if __name__ == "__main__":
    main(*sys.argv[1:])
