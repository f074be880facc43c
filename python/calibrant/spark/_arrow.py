"""A model applied by this library on Spark's executors, which then need its wheel and pandas.

Batches of scores go to Python and back as Arrow's columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from pyspark.sql import Column
from pyspark.sql.pandas import functions

from calibrant import _core

# Its stubs know nothing of the hints that it asks for.
pandas_udf: Any = functions.pandas_udf


def _double(values: Any) -> Any:
    return np.ascontiguousarray(values, dtype=np.float64)


def curve_values(text: str, score: Column) -> Column:
    """The curve's value; NULL for NULL."""

    def values(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
        curve: Any = _core.from_json(text)
        for batch in batches:
            # NULL arrives as NaN, and NaN leaves as NULL.
            yield pd.Series(curve._apply(_double(batch.to_numpy())))

    applied: Column = pandas_udf(values, "double")(score)
    return applied


def curve_bounds(text: str, score: Column) -> Column:
    """The bounds of the curve's band, as a structure of lower and upper."""

    def bounds(batches: Iterator[pd.Series]) -> Iterator[pd.DataFrame]:
        curve: Any = _core.from_json(text)
        for batch in batches:
            lower, upper = curve._interval(_double(batch.to_numpy()))
            yield pd.DataFrame({"lower": lower, "upper": upper})

    applied: Column = pandas_udf(bounds, "lower double, upper double")(score)
    return applied


def class_values(text: str, vector: Column) -> Column:
    """The probabilities of several classes; NULL for NULL."""

    def values(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
        model: Any = _core.from_json(text)
        for batch in batches:
            known = batch.notna().to_numpy()
            shares: Iterator[Any] = iter(())
            if known.any():
                shares = iter(model(_double(np.stack(batch[known].to_list()))))
            yield pd.Series([next(shares) if there else None for there in known], dtype=object)

    applied: Column = pandas_udf(values, "array<double>")(vector)
    return applied
