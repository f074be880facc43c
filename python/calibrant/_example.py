"""Data to try everything with."""

import csv
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calibrant._documentation import documented

_FILE = Path(__file__).with_name("example.csv")
_NAMES = ("calibration.csv", "new.csv")


class ExampleRows(NamedTuple):
    """Scores of a classifier, what happened, and where."""

    scores: npt.NDArray[np.float64]
    labels: npt.NDArray[np.int64]
    sites: npt.NDArray[Any]


@documented(
    "tuple of two ExampleRows: 2,000 rows to calibrate on, and 2,000 new rows.",
    folder="str, path or None: also write calibration.csv and new.csv to this folder.",
)
def example(folder: str | os.PathLike[str] | None = None) -> tuple[ExampleRows, ExampleRows]:
    """Load the scores of a classifier that is too sure of itself.

    The classifier is Gaussian naive Bayes, and its patients are simulated. ``scores`` are its
    probabilities of a disease, ``labels`` are 1 for the ill, and ``sites`` name three hospitals.

    >>> import calibrant
    >>> old, new = calibrant.example()
    >>> curve = calibrant.fit(old.scores, old.labels)
    >>> before = calibrant.metrics.log_loss(new.labels, new.scores)
    >>> calibrant.metrics.log_loss(new.labels, curve(new.scores)) < before
    True
    """
    lines = _FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    header, rows = lines[0], lines[1:]
    halves = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    if folder is not None:
        for name, half in zip(_NAMES, halves, strict=True):
            (Path(folder) / name).write_text(header + "".join(half), encoding="utf-8")
    return _columns(halves[0]), _columns(halves[1])


def _columns(lines: list[str]) -> ExampleRows:
    scores, labels, sites = zip(*csv.reader(lines), strict=True)
    return ExampleRows(np.array(scores, float), np.array(labels, np.int64), np.array(sites))
