"""Rows of a benchmark, as bench/speed/cpp prints them: a figure, its limit, PASS or FAIL.

Work and yardstick are timed in turns and the medians compared: what else a machine does hits both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from records import record

Work = Callable[[], object]
Row = Callable[[str], bool]


def seconds(work: Work) -> float:
    """How long one call takes, once the threads of the call before are at rest.

    OpenBLAS, for one, keeps its own spinning for some twenty milliseconds. The wait is spent awake:
    a processor that has slept is slow at first.
    """
    rested = time.perf_counter() + 0.05
    while time.perf_counter() < rested:
        pass
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def report(name: str, value: float, limit: float, detail: str = "", **measured: Any) -> bool:
    """Print a row; whether it passed. What was measured goes into the record beside it."""
    passed = value <= limit
    word = "PASS" if passed else "FAIL"
    print(f"{word} {name:<58} {value:>8.3f} (limit {limit:g}){detail}", flush=True)
    measured["detail"] = detail.strip()
    record("row", name=name, value=value, limit=limit, passed=passed, **measured)
    return passed


def compare(
    name: str, limit: float, work: Work, yardstick: Work, yardstick_name: str, repeats: int = 3
) -> bool:
    """A row: the time of the work over that of the yardstick."""
    times = [(seconds(yardstick), seconds(work)) for _ in range(repeats)]
    theirs = statistics.median(time for time, _ in times)
    ours = statistics.median(time for _, time in times)
    detail = f"  {ours:.3e} s / {theirs:.3e} s {yardstick_name}"
    measured = {
        "work_seconds": [time for _, time in times],
        "yardstick_seconds": [time for time, _ in times],
        "yardstick": yardstick_name,
    }
    return report(name, ours / theirs, limit, detail, **measured)


def run(rows: Mapping[str, Row], wanted: Sequence[str]) -> int:
    """All rows, or those with one of the wanted words in their name; the exit code.

    The word --list alone prints the names and measures nothing.
    """
    if list(wanted) == ["--list"]:
        print("\n".join(rows))
        return 0
    chosen = [name for name in rows if not wanted or any(part in name for part in wanted)]
    failed = sum(not rows[name](name) for name in chosen)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0
