"""How small a default model is, and what that costs: file, SQL, its time, and log loss.

The problems are the arena's: simulated truth with a hundred to a million rows, and real data under
five classifiers. Every row is the worst of all problems, but the loss on fresh rows, where chance
has either sign: that is the mean. Arguments choose rows by a part of their name; none: all.
"""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import duckdb
import numpy as np

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "bench" / "speed"), str(ROOT / "bench" / "quality")]

import rows  # noqa: E402
from arena.problems import SIZES, Source, cached_scores, divide, seed_of  # noqa: E402
from arena.simulations import TRUTHS  # noqa: E402
from arena.tables import Array, read_table  # noqa: E402

PROGRAM = ROOT / "build" / "calibrant"
FOLDER = ROOT / "build" / "bench" / "small"
DATA = Path(os.environ.get("CALIBRANT_DATA", ROOT.parent / "shared" / "data"))
CLASSIFIERS = ("naive Bayes", "random forest", "gradient boosting", "SVM margins",
               "logistic regression")  # fmt: skip
ROWS = 8000
Problem = tuple[str, Array, Array, Array, Array]


@dataclass(frozen=True)
class Small:
    name: str
    file: int
    file_with_band: int
    sql: int
    sqlite: float
    duckdb: float
    expected_loss: float
    loss: float


def calibrant(*words: str | Path, given: str = "") -> str:
    command = [str(PROGRAM), *map(str, words)]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def csv_of(scores: Array, labels: Array) -> str:
    lines = (
        f"{score!r},{int(label)}\n" for score, label in zip(scores.tolist(), labels, strict=True)
    )
    return "score,label\n" + "".join(lines)


def applied(model: Path, scores: Array) -> Array:
    out = calibrant("apply", model, "-", "-o", "-", given=csv_of(scores, np.zeros(len(scores))))
    return np.loadtxt(io.StringIO(out), delimiter=",", skiprows=1, usecols=2)


def best_of_three(work: Callable[[], object]) -> float:
    """Processor seconds: what else the machine does is no business of ours."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def in_databases(sql: str, scores: Array) -> tuple[float, float]:
    some = np.resize(scores, ROWS)
    lite = sqlite3.connect(":memory:")
    lite.execute("CREATE TABLE t (score REAL)")
    lite.executemany("INSERT INTO t VALUES (?)", [(score,) for score in some.tolist()])
    duck = duckdb.connect(config={"threads": 1})
    duck.execute("CREATE TABLE t AS SELECT unnest(?) AS score", [some.tolist()])
    query = f"SELECT {sql} FROM t"
    return (
        best_of_three(lambda: lite.execute(query).fetchall()),
        best_of_three(lambda: duck.execute(query).fetchall()),
    )


def measure(problem: Problem) -> Small:
    name, scores, labels, fresh, fresh_labels = problem
    FOLDER.mkdir(parents=True, exist_ok=True)
    small, exact, band = (FOLDER / f"{kind}.json" for kind in ("small", "exact", "band"))
    given = csv_of(scores, labels)
    calibrant("fit", "-", "-o", small, given=given)
    calibrant("fit", "-", "-o", exact, "--exact", given=given)
    calibrant("fit", "-", "-o", band, "--level", "0.95", given=given)
    sql = calibrant("export", small, "--to", "sql")
    p, q = applied(exact, fresh), applied(small, fresh)
    odds, rest = np.log(p / q), np.log1p(-p) - np.log1p(-q)
    return Small(
        name,
        small.stat().st_size,
        band.stat().st_size,
        len(sql),
        *in_databases(sql, fresh),
        float(np.mean(p * odds + (1 - p) * rest)),
        float(np.mean(np.where(fresh_labels == 1, odds, rest))),
    )


def simulated(size: int) -> Iterator[Problem]:
    for name, truth in TRUTHS.items():
        random = np.random.default_rng(seed_of(name, size))
        scores = truth.draw(random, size + 20_000)
        labels = (random.random(len(scores)) < truth.probability(scores)).astype(float)
        labels[:2] = 0, 1
        title = f"{name}, {size:,} rows"
        yield title, scores[:size], labels[:size], scores[size:], labels[size:]


def real() -> Iterator[Problem]:
    names = sorted(path.stem for path in (DATA / "suite").glob("*.csv"))
    names += ["adult"] if (DATA / "uci" / "adult.data").exists() else []
    for name in names:
        if divide(len(read_table(DATA, name).labels)) is None:
            continue
        for classifier in CLASSIFIERS:
            found = cached_scores(FOLDER / "scores", DATA, Source(name, classifier), 0)
            yield (f"{name}, {classifier}", found.calibration, found.calibration_labels,
                   found.test, found.test_labels)  # fmt: skip


@cache
def all_measured() -> list[Small]:
    sizes = (*SIZES, 100_000, 1_000_000)
    problems = [*(problem for size in sizes for problem in simulated(size)), *real()]
    return [measure(problem) for problem in problems]


def worst(field: str, limit: float, unit: float, name: str) -> bool:
    found = max(all_measured(), key=lambda one: getattr(one, field))
    detail = f"  {found.name}, of {len(all_measured())} problems"
    return rows.report(name, getattr(found, field) / unit, limit, detail)


def mean_loss(name: str) -> bool:
    losses = [one.loss for one in all_measured()]
    detail = f"  {len(losses)} problems, the worst {max(losses):.1e}, the best {min(losses):.1e}"
    return rows.report(name, float(np.mean(losses)) / 1e-6, 1, detail)


NAMES: dict[str, rows.Row] = {
    "small model, its file, kB": partial(worst, "file", 30, 1e3),
    "small model with a band, its file, kB": partial(worst, "file_with_band", 30, 1e3),
    "small model, its SQL, kB": partial(worst, "sql", 60, 1e3),
    "small model, SQL of 8,000 rows in SQLite, s": partial(worst, "sqlite", 0.1, 1),
    "small model, SQL of 8,000 rows in DuckDB, s": partial(worst, "duckdb", 0.1, 1),
    "small model, expected loss of log loss, 1e-6": partial(worst, "expected_loss", 1, 1e-6),
    "small model, mean loss on fresh rows, 1e-6": mean_loss,
}

if __name__ == "__main__":
    sys.exit(rows.run(NAMES, sys.argv[1:]))
