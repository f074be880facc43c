"""Rows of several classes, and every estimator of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from from_table import JOINT, METHODS, estimator_of
from scipy.special import softmax

from calibrant import Auto, Histogram, OneVsRest

NAMES = np.array(["ant", "bee", "cat", "dog"])
SEVERAL = [name for name, method in METHODS.items() if method["classes"] != "two"]
TOGETHER = [estimator_of(name) for name in JOINT]
EVERY = [estimator_of(name) for name in SEVERAL]
EVERY += [Auto(keep_top=True), OneVsRest("abb"), Histogram(n_bins=5)]


def draw(rows: int, seed: int = 0, classes: int = 4) -> tuple[Any, Any]:
    """Logits that are twice too sure, and lean towards the first class; labels are numbers."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(rows, classes)) * 1.5
    labels = (softmax(truth, axis=1).cumsum(axis=1) < rng.random((rows, 1))).sum(axis=1)
    return 2 * truth + 0.5 * (np.arange(classes) == 0), labels


def problem(rows: int = 400, seed: int = 0) -> tuple[Any, Any]:
    """Probabilities, and labels that are words."""
    logits, labels = draw(rows, seed)
    return softmax(logits, axis=1), NAMES[labels]


def refused(call: Callable[[], object]) -> str:
    """The one line that a call is refused with."""
    with pytest.raises(ValueError, match=r"\A.+\Z") as caught:
        call()
    return str(caught.value)


def classes_data(rows: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(rows)
    p = rng.dirichlet([1, 1, 1], rows)
    labels = np.array(["ant", "bee", "cat"])[[rng.choice(3, p=row) for row in p]]
    return labels, p, rng.integers(1, 4, rows).astype(float)
