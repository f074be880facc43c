"""python -m sweep.sizes: fit and apply of every contestant at every size, each cell a record.

For each size the contestants take turns, several times; the median counts. Who needs longer than
the limit for one call is stopped and not tried at larger sizes; who took long once is not asked
again at that size. An interrupted sweep has recorded what it measured.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import signal
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from bench_python import arrays
from records import record

from . import python_cell
from .children import Child, FailedError, Forked, Measured, Program, TooSlowError
from .contestants import CONTESTANTS, FILES, Contestant

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "build" / "bench" / "sweep"
BENCH = ROOT / "build" / "calibrant-bench"
FILES_PYTHON = ROOT / "build" / "venv" / "bin" / "python"
TASKS = ("fit", "apply")
SIZES = tuple(10**k for k in range(3, 8))
TURNS = {1000: 5, 10_000: 5, 100_000: 5}  # at larger sizes:
FEW_TURNS = 3
CROWDED = 10_000_000  # rows: too many for all contestants to hold theirs at once


def say(text: str) -> None:
    print(f"sweep: {text}", file=sys.stderr, flush=True)


def _write_rows(n: int) -> Path:
    """The rows as C++ reads them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    scores, labels, new = arrays(n)
    stem = FOLDER / str(n)
    scores.tofile(stem.with_suffix(".scores"))
    labels.astype(np.uint8).tofile(stem.with_suffix(".labels"))
    new.tofile(stem.with_suffix(".new"))
    return stem


def start(contestant: Contestant, n: int, stem: Path) -> Child:
    if contestant.family == FILES:
        return Program([str(FILES_PYTHON), str(HERE / "files.py"), contestant.method, str(n)])
    if contestant.make is None:
        return Program([str(BENCH), "--cell", contestant.method, str(stem)])
    serve = partial(python_cell.serve, contestant.make, contestant.predict, arrays(n))
    return Forked(serve)


class Cells:
    """What one contestant did at one size."""

    def __init__(self, contestant: Contestant, n: int) -> None:
        self.contestant, self.n = contestant, n
        self.measured: dict[str, list[Measured]] = {task: [] for task in TASKS}
        self.ended: dict[str, Any] = {}  # over or error, and in which task
        self.done = False
        self.child: Child | None = None

    def turn(self, stem: Path, limit: float, slow: float) -> None:
        """One measurement of both tasks, unless it was stopped or was too slow to repeat."""
        if self.done:
            return
        task = TASKS[0]
        try:
            if self.child is None:
                self.child = start(self.contestant, self.n, stem)
            for task in TASKS:
                self.measured[task].append(self.child.ask(task, limit))
        except TooSlowError:
            self._end(task, "over", limit)
        except (FailedError, OSError) as error:
            self._end(task, "error", str(error))
        last = [measured[-1].seconds for measured in self.measured.values() if measured]
        self.done = self.done or sum(last) > slow
        if self.done or self.n >= CROWDED:
            self.close()

    def _end(self, task: str, how: str, why: object) -> None:
        """No more turns; what earlier turns have measured stands."""
        self.done = True
        if not self.measured[task]:
            self.ended = {"task": task, how: why}

    def close(self) -> None:
        if self.child is not None:
            self.child.stop()
        self.child = None

    def records(self) -> Iterator[dict[str, Any]]:
        who = {"who": self.contestant.name, "n": self.n}
        for task, measured in self.measured.items():
            if measured:
                times = [answer.seconds for answer in measured]
                yield who | {
                    "task": task,
                    "seconds": statistics.median(times),
                    "repeats": times,
                    "mebibytes": max(answer.mebibytes for answer in measured),
                }
        if self.ended:
            yield who | self.ended

    def told(self) -> str:
        times = [
            f"{task} {statistics.median(m.seconds for m in measured):.2e} s"
            for task, measured in self.measured.items()
            if measured
        ]
        if "over" in self.ended:
            times.append(f"{self.ended['task']} > {self.ended['over']:g} s")
        if "error" in self.ended:
            times.append(f"{self.ended['task']}: {self.ended['error']}")
        return ", ".join(times)


def sweep_size(
    contestants: list[Contestant], n: int, turns: int, limit: float, slow: float
) -> list[Cells]:
    stem = _write_rows(n)
    cells = [Cells(contestant, n) for contestant in contestants]
    try:
        for _ in range(turns):
            for cell in cells:
                cell.turn(stem, limit, slow)
    finally:
        for cell in cells:
            cell.close()
            if told := cell.told():
                say(f"N = {n:.0e} {cell.contestant.name}: {told}")
            for line in cell.records():
                record("cell", **line)
    return cells


def present(contestants: list[Contestant]) -> list[Contestant]:
    """Those that can be made here; why the others cannot is a record."""
    able = []
    for contestant in contestants:
        reason = ""
        if contestant.family == FILES and not FILES_PYTHON.exists():
            reason = "DuckDB is not installed"
        elif contestant.make is not None:
            try:
                contestant.make()
            except ImportError as error:
                reason = f"cannot be imported: {error}"
        if reason:
            say(f"absent: {contestant.name}: {reason}")
            record("absent", name=contestant.name, reason=reason)
        else:
            able.append(contestant)
    return able


def _record_versions(contestants: list[Contestant]) -> None:
    versions = {"Python": platform.python_version()}
    for origin in dict.fromkeys(c.origin for c in contestants if c.origin and c.make):
        versions[origin] = importlib.metadata.version(origin)
    if any(contestant.origin == "duckdb" for contestant in contestants):
        command = [str(FILES_PYTHON), "-c", "import duckdb; print(duckdb.__version__)"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        versions["duckdb"] = done.stdout.strip()
    record("versions", versions=versions)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="sweep.sizes", description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="no size above this")
    parser.add_argument("--limit", type=float, default=20, help="seconds for one call")
    parser.add_argument("--slow", type=float, default=2, help="seconds: not asked again")
    parser.add_argument("--turns", type=int, default=5, help="at most, for each size")
    parser.add_argument("--only", action="append", help="contestants with this in their name")
    options = parser.parse_args(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    wanted = [c for c in CONTESTANTS if not options.only or any(o in c.name for o in options.only)]
    racing = present(wanted)
    _record_versions(racing)
    for n in (size for size in SIZES if size <= options.largest):
        turns = min(options.turns, TURNS.get(n, FEW_TURNS))
        cells = sweep_size(racing, n, turns, options.limit, options.slow)
        racing = [cell.contestant for cell in cells if not cell.ended]
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
