"""Data sets of CSV files as numbers, for tests and for bench/quality/classifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def read_numbers(path: Path) -> tuple[Any, Any]:
    """Features and numbered labels: words are numbered, what is missing is the column's mean, or 0
    if all are."""
    import pandas as pd

    frame = pd.read_csv(path)
    classes = pd.factorize(frame.pop("label"), sort=True)[0]
    columns = []
    for column in frame:
        values = frame[column]
        if not pd.api.types.is_numeric_dtype(values):
            values = pd.Series(pd.factorize(values, sort=True)[0], dtype=float)
        columns.append(values.astype(float).fillna(values.mean()).fillna(0).to_numpy())
    return np.column_stack(columns), classes


def of_classes(X: Any, y: Any, enough: Any) -> tuple[Any, Any]:
    """The rows whose class has enough rows, with classes that are numbered without gaps."""
    keep = enough(np.bincount(y)[y])
    return X[keep], np.unique(y[keep], return_inverse=True)[1]
