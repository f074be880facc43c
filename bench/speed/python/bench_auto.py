"""Auto, all defaults, beside scikit-learn's sigmoid: fits to given scores, from unsorted arrays.

A row is the worst of the shapes of tests/helpers/shapes.hpp, drawn again here. What scikit-learn's
sigmoid takes is what CalibratedClassifierCV takes, as in the sweep.

Arguments choose rows by a part of their name; none: all.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent), str(ROOT / "bench" / "quality")]

import rows  # noqa: E402
from arena import peers  # noqa: E402

import calibrant  # noqa: E402

SIZES = {
    "1e3": (1_000, 21),
    "1e4": (10_000, 15),
    "1e5": (100_000, 7),
    "1e6": (1_000_000, 3),
    "1e7": (10_000_000, 1),
}
SHAPES: dict[str, Callable[[Any], Any]] = {
    "calibrated": lambda s: s,
    "flat": lambda s: 0.5 + 0 * s,
    "stepped": lambda s: np.where((s * 10).astype(int) % 2 == 0, 0.1, 0.9),
    "rare": lambda s: 0.05 * s * s,
    "sharp": lambda s: 1 / (1 + np.exp(-20 * (s - 0.5))),
}


@cache
def arrays(shape: str, n: int) -> tuple[Any, Any]:
    random = np.random.default_rng(42)
    scores = random.random(n)
    return scores, (random.random(n) < SHAPES[shape](scores)).astype(np.int64)


def fit_seconds(model: Any, scores: Any, labels: Any) -> float:
    return rows.seconds(lambda: model.fit(scores, labels))


def worst(name: str, limit: float, size: str, **options: Any) -> bool:
    """The largest ratio over the shapes."""
    n, repeats = SIZES[size]
    ratio, detail, measured = 0.0, "", {}
    for shape in SHAPES:
        scores, labels = arrays(shape, n)
        warm = [peers.ScikitCalibrated("sigmoid"), calibrant.Auto(**options)]
        for model in warm:
            model.fit(scores[:500], labels[:500])
        times = [
            (
                fit_seconds(peers.ScikitCalibrated("sigmoid"), scores, labels),
                fit_seconds(calibrant.Auto(**options), scores, labels),
            )
            for _ in range(repeats)
        ]
        theirs = statistics.median(time for time, _ in times)
        ours = statistics.median(time for _, time in times)
        if ours / theirs > ratio:
            ratio = ours / theirs
            detail = f"  {shape}: {ours:.3e} s / {theirs:.3e} s scikit-learn"
            measured = {
                "work_seconds": [time for _, time in times],
                "yardstick_seconds": [time for time, _ in times],
                "yardstick": "scikit-learn",
            }
    arrays.cache_clear()
    return rows.report(name, ratio, limit, detail, **measured)


def main(wanted: list[str]) -> int:
    table: dict[str, rows.Row] = {}
    for size in SIZES:
        table[f"python Auto, fit, {size} rows, beside sigmoid"] = partial(worst, limit=1, size=size)
        table[f"python Auto with a band, fit, {size} rows, beside sigmoid"] = partial(
            worst, limit=2, size=size, level=0.95
        )
    return rows.run(table, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
