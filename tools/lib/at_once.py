"""Runs several parts of a task at the same time: at_once.py COMMAND PART...

Each part is a process, COMMAND PART. What it writes is printed whole after it ends. The output of a
part that fails is printed after all others, so that it is the last thing on the screen. The exit
status is 1 if a part failed.

The last part yields the processors to the others. It should be one that can use all of them at any
time.

A shell would start such processes with SIGINT ignored, and tests of Ctrl-C would wait for ever.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from typing import IO


class Part:
    def __init__(self, command: list[str], name: str) -> None:
        self.name = name
        self.began = time.monotonic()
        self.output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT
        )

    def show(self, outcome: str) -> None:
        print(f"== {self.name}: {outcome}", flush=True)
        self.output.seek(0)
        shutil.copyfileobj(self.output, sys.stdout.buffer)
        sys.stdout.flush()


def run(parts: list[Part]) -> list[Part]:
    """Waits for all parts, shows those that pass, and returns those that fail."""
    running, failed = list(parts), []
    while running:
        time.sleep(0.05)
        for part in [part for part in running if part.process.poll() is not None]:
            running.remove(part)
            seconds = f"{time.monotonic() - part.began:.0f} s"
            if part.process.returncode == 0:
                part.show(seconds)
            else:
                failed.append(part)
                print(f"== {part.name}: failed after {seconds}, shown below", flush=True)
    return failed


def main(command: str, *names: str) -> int:
    print(f"== at the same time: {', '.join(names)}", flush=True)
    *others, last = names
    parts = [Part([command, name], name) for name in others]
    parts.append(Part(["nice", "-n", "10", command, last], last))
    try:
        failed = run(parts)
    finally:  # after Ctrl-C, which the parts have got, too
        for part in parts:
            if part.process.poll() is None:
                part.process.terminate()
                part.process.wait()
    for part in failed:
        part.show(f"FAILED with status {part.process.returncode}")
    if failed:
        print(f"== failed: {', '.join(part.name for part in failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
