"""Real scores that sit close to 0 and 1: naive Bayes on the data sets of ../shared/data."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from real_tables import of_classes, read_numbers
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB

DATA = Path(
    os.environ.get("CALIBRANT_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)
CLASSIFIERS = {
    "gaussian": GaussianNB,
    "bernoulli": BernoulliNB,
    "multinomial": MultinomialNB,
    "complement": ComplementNB,
}
FEWEST_OF_A_CLASS = 15

Table = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]


def data_sets(folder: str) -> list[str]:
    """Their names; one that is skipped aloud if there are none."""
    return sorted(path.stem for path in (DATA / folder).glob("*.csv")) or ["none"]


@functools.cache
def read(folder: str, name: str) -> Table:
    """Only classes with rows for each of the folds."""
    path = DATA / folder / f"{name}.csv"
    if not path.exists():
        pytest.skip(f"{DATA} is not there")
    return of_classes(*read_numbers(path), lambda rows: rows >= FEWEST_OF_A_CLASS)


@functools.cache
def scores_of(folder: str, name: str, classifier: str) -> Any:
    """Labels, and a probability for each class, of models that have not seen the row."""
    X, y = read(folder, name)
    if classifier == "bernoulli":
        X = (np.median(X, axis=0) < X).astype(float)
    elif classifier != "gaussian":
        X = X - X.min(axis=0)
    proba = cross_val_predict(CLASSIFIERS[classifier](), X, y, cv=5, method="predict_proba")
    # exp(x - logsumexp(x)) may be one step above 1.
    return y, np.minimum(proba, 1.0)
