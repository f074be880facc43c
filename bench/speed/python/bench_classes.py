"""Several classes: Auto beside SMS in SciPy, temperature beside scikit-learn's, apply, a report.

Times of fits are processor seconds, ours over all threads, so that other work on the machine does
not count. Work and yardstick are timed in turns. SMS is bench/quality/arena/classes/structured.py.

The limit of apply is for seconds by the clock, which a user waits, with as many threads as both
take by themselves; the processor seconds stand beside them. Its yardstick is NumPy's softmax of a
matrix product on the same array, without the logarithms that our model takes of it.

Arguments choose rows by a part of their name; none: all.
"""

from __future__ import annotations

import os
import sys

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
OWN_THREADS = dict(os.environ)
os.environ.update({} if "--apply" in sys.argv else dict.fromkeys(THREADS, "1"))

import json  # noqa: E402
import resource  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from functools import cache, partial  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
from scipy.special import softmax  # noqa: E402

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "quality")]

import rows  # noqa: E402
from arena.classes.peers import ScikitTemperature  # noqa: E402
from arena.classes.structured import Structured  # noqa: E402

import calibrant  # noqa: E402

LARGE, APPLY = "--large", "--apply"
MOST_SECONDS, MOST_MEBIBYTES = 60, 4096


@cache
def arrays(n: int, classes: int, sure: float = 1.6) -> tuple[Any, Any]:
    """Scores that are too sure, differ by class and have noise of their own; labels."""
    random = np.random.default_rng(1)
    z = random.normal(0, 2, (n, classes))
    truth = softmax(z, axis=1)
    labels = (random.random((n, 1)) > truth.cumsum(axis=1)).sum(axis=1).clip(0, classes - 1)
    labels[:classes] = np.arange(classes)
    said = sure * z + 0.4 * random.normal(size=classes) + 0.5 * random.normal(size=z.shape)
    return softmax(said, axis=1), labels


def processor_seconds(work: rows.Work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(name: str, limit: float, work: rows.Work, yardstick: rows.Work, whose: str) -> bool:
    for warm in (work, yardstick):
        warm()
    times = [(processor_seconds(yardstick), processor_seconds(work)) for _ in range(3)]
    theirs = statistics.median(time for time, _ in times)
    ours = statistics.median(time for _, time in times)
    return rows.report(name, ours / theirs, limit,
                       f"  {ours:.3e} s / {theirs:.3e} s {whose}",
                       work_seconds=[t for _, t in times], yardstick=whose,
                       yardstick_seconds=[t for t, _ in times])  # fmt: skip


def auto(name: str, n: int, classes: int, limit: float) -> bool:
    p, y = arrays(n, classes)
    return compare(name, limit, lambda: calibrant.Auto().fit(p, y),
                   lambda: Structured(matrix=True).fit(p, y), "SMS")  # fmt: skip


def temperature(name: str, n: int, classes: int) -> bool:
    p, y = arrays(n, classes)
    return compare(name, 1 / 20, lambda: calibrant.Temperature().fit(p, y),
                   lambda: ScikitTemperature().fit(p, y), "scikit-learn")  # fmt: skip


def softmax_of_product(x: Any, slopes: Any, intercepts: Any) -> Any:
    z = x @ slopes.T + intercepts
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def both_seconds(work: rows.Work) -> tuple[float, float]:
    """By the clock, and of the processor."""
    taken: list[float] = []
    wall = rows.seconds(lambda: taken.append(processor_seconds(work)))
    return wall, taken[0]


def apply_in_turns(n: int, classes: int) -> None:
    p, y = arrays(n, classes)
    model = calibrant.Auto().fit(p, y)
    slopes, intercepts = np.eye(classes) + 0.1, np.zeros(classes)
    ours, theirs = [], []
    for _ in range(21):
        theirs.append(both_seconds(lambda: softmax_of_product(p, slopes, intercepts)))
        ours.append(both_seconds(lambda: model.predict_proba(p)))
    print(json.dumps([ours, theirs]))


def applied(name: str, n: int, classes: int) -> bool:
    command = [sys.executable, __file__, APPLY, str(n), str(classes)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, env=OWN_THREADS)
    ours, theirs = json.loads(printed.stdout)
    ours_wall, ours_processor = map(statistics.median, zip(*ours, strict=True))
    wall, processor = map(statistics.median, zip(*theirs, strict=True))
    return rows.report(name, ours_wall / wall, 1,
                       f"  {ours_wall:.3e} s / {wall:.3e} s NumPy; processor: "
                       f"{ours_processor / processor:.3f}, {ours_processor:.3e} s / "
                       f"{processor:.3e} s",
                       work_seconds=[t for t, _ in ours], yardstick="NumPy",
                       yardstick_seconds=[t for t, _ in theirs])  # fmt: skip


def reported(name: str) -> bool:
    """Of two tables: many classes are just off, which takes the longest, or all are far off."""
    taken, size = 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        for sure in (1.2, 1.6):
            p, y = arrays(10_000, 100, sure)
            taken = max(taken, processor_seconds(partial(calibrant.report, y, p, path)))
            size = max(size, path.stat().st_size / 1e6)
    return rows.report(name, taken, 10, f"  {size:.2f} MB")


def fit_large() -> None:
    p, y = arrays(10_000, 1_000)
    given = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken = processor_seconds(lambda: calibrant.Auto().fit(p, y))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(taken, peak / 1024, given / 1024)


@cache
def large() -> tuple[float, float]:
    command = [sys.executable, __file__, LARGE]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, peak, _ = map(float, printed.split())
    return seconds, peak


def main(wanted: list[str]) -> int:
    if wanted == [LARGE]:
        fit_large()
        return 0
    if wanted[:1] == [APPLY]:
        apply_in_turns(int(wanted[1]), int(wanted[2]))
        return 0
    table: dict[str, rows.Row] = {
        f"classes Auto, N = {n}, K = {classes}, beside SMS": partial(
            auto, n=n, classes=classes, limit=limit
        )
        for n, classes, limit in ((1000, 10, 1), (5000, 10, 1), (20_000, 26, 1), (5000, 100, 5))
    }
    for n, classes in ((5000, 10), (20_000, 26)):
        table[f"classes temperature, N = {n}, K = {classes}"] = partial(
            temperature, n=n, classes=classes
        )
        table[f"classes apply Auto, N = {n}, K = {classes}"] = partial(
            applied, n=n, classes=classes
        )
    table["classes Auto, N = 10000, K = 1000, seconds"] = lambda name: rows.report(
        name, large()[0], MOST_SECONDS
    )
    table["classes Auto, N = 10000, K = 1000, memory in MiB"] = lambda name: rows.report(
        name, large()[1], MOST_MEBIBYTES
    )
    table["classes report, N = 10000, K = 100, seconds"] = reported
    return rows.run(table, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
