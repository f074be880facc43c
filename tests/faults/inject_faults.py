"""Faults from outside: no memory, no disk, signals. usage: inject_faults.py PROGRAM [DIRECTORY]

Each run of the program must end in time, with an exit code that says what happened, with one plain
line on standard error, and with the output file whole or as it was; nothing may be left beside it.
Prints how many faults of each kind were injected and survived; exits with 1 if one was not.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OLD = "the old file\n"
MEMORY_LEVELS = 30
SIGNALS = 30
FIT = ["fit", "rows.csv", "-o", "out", "--method", "histogram", "--bins", "5000", "--threads", "2"]
FIT_AUTO = ["fit", "few.csv", "-o", "out", "--level", "0.9", "--threads", "2"]
APPLY = ["apply", "model.json", "rows.csv", "-o", "out", "--threads", "2"]
EVALUATE = ["evaluate", "rows.csv", "--html", "out", "--bootstrap", "20", "--threads", "2"]
VERBS = [FIT, FIT_AUTO, APPLY, EVALUATE]


class BrokenPromiseError(Exception):
    """A promise that was not kept."""


class Bench:
    """A directory with inputs, and the program to run in it."""

    def __init__(self, program: Path, directory: Path) -> None:
        self.program = program.resolve()
        self.directory = directory
        draw = random.Random(1)
        for name, rows in (("rows.csv", 200_000), ("few.csv", 2_000)):
            lines = ["score,label"]
            for _ in range(rows):
                score = draw.random()
                lines.append(f"{score:.6f},{int(draw.random() < score)}")
            (directory / name).write_text("\n".join(lines) + "\n")
        self.run(["fit", "few.csv", "-o", "model.json", "--method", "abb"])
        self.inputs = {path.name for path in directory.iterdir()}

    def start(self, arguments: list[str], memory: int = 0) -> subprocess.Popen[str]:
        def limit() -> None:
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        return subprocess.Popen(
            [str(self.program), *arguments],
            cwd=self.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )

    def run(self, arguments: list[str], memory: int = 0) -> tuple[int, str]:
        process = self.start(arguments, memory)
        _, complaint = process.communicate(timeout=300)
        return process.returncode, complaint

    def whole(self, arguments: list[str]) -> bytes:
        """What the output is when nothing happens."""
        code, complaint = self.run(arguments)
        if code != 0:
            raise BrokenPromiseError(f"{arguments}: {complaint}")
        return (self.directory / "out").read_bytes()

    def prepare(self) -> None:
        (self.directory / "out").write_text(OLD)

    def check_files(self, whole: bytes, what: str, *, killed: bool = False) -> bool:
        """True if the output is the new one."""
        found = (self.directory / "out").read_bytes()
        if found not in (whole, OLD.encode()):
            raise BrokenPromiseError(f"{what}: a partial file of {len(found)} bytes")
        for path in self.directory.iterdir():
            if path.name in self.inputs or path.name == "out":
                continue
            # A kill cannot be caught: the one thing it may leave is a whole file's hidden name.
            if killed and path.name.startswith(".out.") and path.read_bytes() == whole:
                path.unlink()
                continue
            raise BrokenPromiseError(f"{what}: {path.name} was left behind")
        return found == whole


def comparable(arguments: list[str], whole: bytes) -> bool:
    """Is the output the same every time? (A report names the time it was made.)"""
    return "evaluate" not in arguments and len(whole) > 0


def least_memory(bench: Bench, arguments: list[str]) -> int:
    """The least address space, to the next MiB, in which the verb is done."""
    low, high = 0, 4096
    while high - low > 1:
        middle = (low + high) // 2
        bench.prepare()
        code, _ = bench.run(arguments, middle << 20)
        low, high = (low, middle) if code == 0 else (middle, high)
    return high


def out_of_memory(bench: Bench) -> dict[str, int]:
    """Every verb in 30 address spaces, from what the loader needs to what the verb needs."""
    survived = failed = 0
    for arguments in VERBS:
        whole = bench.whole(arguments)
        loader = least_memory(bench, ["--version"])
        enough = least_memory(bench, arguments)
        for level in range(MEMORY_LEVELS):
            megabytes = loader + (enough - loader) * level // (MEMORY_LEVELS - 1)
            what = f"{arguments[0]} in {megabytes} MiB"
            bench.prepare()
            code, complaint = bench.run(arguments, megabytes << 20)
            if not comparable(arguments, whole) and code == 0:
                whole = (bench.directory / "out").read_bytes()
            done = bench.check_files(whole, what)
            if code == 0:
                if not done:
                    raise BrokenPromiseError(f"{what}: success, but no output")
                survived += 1
                continue
            if code != 2 or complaint != "calibrant: not enough memory\n" or done:
                raise BrokenPromiseError(f"{what}: exit code {code}, {complaint!r}")
            failed += 1
    return {"runs": survived + failed, "refused cleanly": failed, "done": survived}


def full_disk(bench: Bench) -> dict[str, int]:
    """/dev/full, and a tmpfs that is smaller than the output (as root)."""
    runs = 0
    for arguments in VERBS:
        target = [word if word != "out" else "/dev/full" for word in arguments]
        code, complaint = bench.run(target)
        line = "calibrant: /dev/full: cannot be written (No space left on device)\n"
        if code != 2 or not complaint.endswith(line):
            raise BrokenPromiseError(f"{target}: exit code {code}, {complaint!r}")
        runs += 1
    mount = bench.directory / "small"
    mount.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(mount)], capture_output=True
    )
    if mounted.returncode != 0:
        mount.rmdir()
        return {"/dev/full": runs}
    small = 0
    try:
        for arguments in VERBS:
            (mount / "out").write_text(OLD)
            target = [word if word != "out" else "small/out" for word in arguments]
            code, complaint = bench.run(target)
            line = "calibrant: small/out: cannot be written (No space left on device)\n"
            fits = arguments is FIT_AUTO or arguments is EVALUATE
            if not (fits and code == 0):
                if code != 2 or not complaint.endswith(line):
                    raise BrokenPromiseError(f"{target}: exit code {code}, {complaint!r}")
                if (mount / "out").read_text() != OLD:
                    raise BrokenPromiseError(f"{target}: the old file is gone")
            if {path.name for path in mount.iterdir()} != {"out"}:
                raise BrokenPromiseError(f"{target}: something was left behind")
            small += 1
    finally:
        subprocess.run(["umount", str(mount)], check=True)
        mount.rmdir()
    return {"/dev/full": runs, "small tmpfs": small}


def signals(bench: Bench) -> dict[str, int]:
    """SIGTERM and SIGKILL at random moments of every verb's time."""
    draw = random.Random(2)
    counted = {"runs": 0, "ended early": 0}
    for arguments in [FIT, FIT_AUTO, APPLY]:
        began = time.monotonic()
        whole = bench.whole(arguments)
        span = time.monotonic() - began
        for number in [signal.SIGTERM, signal.SIGKILL]:
            for _ in range(SIGNALS):
                bench.prepare()
                process = bench.start(arguments)
                time.sleep(draw.random() * 1.1 * span)
                process.send_signal(number)
                process.communicate(timeout=300)
                what = f"{arguments[0]} and {number.name}"
                done = bench.check_files(whole, what, killed=number == signal.SIGKILL)
                if process.returncode not in (0, -number):
                    raise BrokenPromiseError(f"{what}: exit code {process.returncode}")
                if process.returncode == 0 and not done:
                    raise BrokenPromiseError(f"{what}: success, but no output")
                counted["runs"] += 1
                counted["ended early"] += process.returncode != 0
    return counted


def main() -> int:
    """Injects all of them."""
    program = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as directory:
        bench = Bench(program, Path(directory))
        found = {}
        for inject in (out_of_memory, full_disk, signals):
            try:
                found[inject.__name__] = inject(bench)
            except BrokenPromiseError as failure:
                print(f"{inject.__name__}: {failure}", file=sys.stderr)
                return 1
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
