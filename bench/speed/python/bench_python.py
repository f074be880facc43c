"""The Python package beside scikit-learn and netcal, on the same arrays, in one run.

Ours is what a user calls, with all its checks; theirs too, except for Platt's method, where
scikit-learn's own fit is called without the classifier around it (in its favour). scikit-learn has
no expected calibration error: its calibration_curve, the greater part of one, is the yardstick.

Arguments choose rows by a part of their name; none: all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import sklearn.calibration
import sklearn.metrics
from sklearn.isotonic import IsotonicRegression

os.environ["TQDM_DISABLE"] = "1"  # BBQ draws a bar
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import netcal_binning  # noqa: E402
import rows  # noqa: E402

from calibrant import ABB, Histogram, Isotonic, Platt, metrics  # noqa: E402

MILLION = 1_000_000
Arrays = tuple[Any, Any, Any]


@cache
def arrays(n: int) -> Arrays:
    """Scores of a classifier that is too sure of itself, labels, and scores to predict for."""
    random = np.random.default_rng(42)
    scores = random.random(n)
    odds = np.sqrt(scores / (1 - scores))
    labels = (random.random(n) < odds / (1 + odds)).astype(np.int64)
    return scores, labels, random.random(n)


def fit_predict(make: Callable[[], Any], n: int, predict: str = "predict") -> rows.Work:
    """Fit to n rows, then read n others."""
    scores, labels, new = arrays(n)
    return lambda: getattr(make().fit(scores, labels), predict)(new)


def sigmoid() -> Any:
    return sklearn.calibration._SigmoidCalibration()


def fits(
    name: str, n: int, limit: float, ours: Callable[[], Any], theirs: Callable[[], Any], whose: str,
    predict: str = "predict", repeats: int = 5,
) -> bool:  # fmt: skip
    yardstick = fit_predict(theirs, n, predict)
    return rows.compare(name, limit, fit_predict(ours, n), yardstick, whose, repeats)


def measure(
    name: str, ours: Callable[..., object], theirs: Callable[..., object], whose: str
) -> bool:
    scores, labels, _ = arrays(MILLION)
    work, yardstick = partial(ours, labels, scores), partial(theirs, labels, scores)
    return rows.compare(name, 1 / 5, work, yardstick, whose, repeats=7)


def memory(name: str, method: str, labels: str) -> bool:
    """Beyond the input, in a process of its own: how far the resident memory rises."""
    command = [sys.executable, str(HERE / "peak_memory.py"), method, labels]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    given, growth = map(float, printed.split())
    return rows.report(name, growth / given, 3, f"  {growth:.0f} MiB on top of {given:.0f} MiB")


def main(wanted: list[str]) -> int:
    netcal = netcal_binning.binning()
    learned = "scikit-learn"
    table: dict[str, rows.Row] = {
        "python Isotonic, fit and predict, 1e6 rows": lambda name: fits(
            name, MILLION, 1 / 10, lambda: Isotonic(interpolate=True),
            lambda: IsotonicRegression(out_of_bounds="clip"), learned),
        "python Platt, fit and predict, 1e6 rows": lambda name: fits(
            name, MILLION, 1 / 10, Platt, sigmoid, learned),
        "python Histogram, fit and predict, 1e6 rows": lambda name: fits(
            name, MILLION, 1 / 10, lambda: Histogram(strategy="uniform"),
            netcal.HistogramBinning, "netcal", "transform"),
        "python ABB, λ averaged, fit and predict, 1e5 rows": lambda name: fits(
            name, MILLION // 10, 1 / 10, ABB, netcal.BBQ, "netcal's BBQ", "transform", 1),
        "python AUC, 1e6 rows": lambda name: measure(
            name, metrics.roc_auc, sklearn.metrics.roc_auc_score, learned),
        "python Brier score, 1e6 rows": lambda name: measure(
            name, metrics.brier_score, sklearn.metrics.brier_score_loss, learned),
        "python log loss, 1e6 rows": lambda name: measure(
            name, metrics.log_loss, sklearn.metrics.log_loss, learned),
        "python ECE, 1e6 rows": lambda name: measure(
            name, metrics.expected_calibration_error,
            partial(sklearn.calibration.calibration_curve, n_bins=10), learned),
    }  # fmt: skip
    for method in ("Isotonic", "Platt", "Histogram"):
        for labels in ("int64", "uint8"):
            name = f"python {method}, 1e7 rows, {labels} labels, memory / input"
            table[name] = partial(memory, method=method, labels=labels)
    return rows.run(table, wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
