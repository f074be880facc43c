"""Whole rows from Spark's executors: what several classes need to be fitted together."""

from __future__ import annotations

from typing import Any

import numpy as np
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from calibrant import _arrays
from calibrant._sampling import warn_of_sample
from calibrant.spark._columns import LARGEST
from calibrant.spark._counting import label_and_usable, refuse
from calibrant.spark._params import CalibratorParams

_COPIES = "copies"


def _thinned(rows: DataFrame, share: float, seed: int) -> DataFrame:
    """A share of the rows, which depends on what is in them, not on their order or partitions.

    Equal rows are counted. Their number times the share is rounded up or down by their hash.
    """
    content = rows.columns
    chance = F.xxhash64(*content, F.lit(seed)) / F.lit(2.0**64) + F.lit(0.5)
    copies = F.floor(F.col(_COPIES) * F.lit(share) + chance).alias(_COPIES)
    counted = rows.groupBy(*content).agg(F.count(F.lit(1)).alias(_COPIES))
    return counted.select(*content, copies).filter(f"{_COPIES} > 0")


def _numbers(column: Any) -> Any:
    """All numbers of an Arrow column of numbers or of lists of them."""
    parts = [part.flatten() if hasattr(part, "flatten") else part for part in column.chunks]
    return np.concatenate([np.empty(0), *(part.to_numpy() for part in parts)])


def sample(
    params: CalibratorParams, frame: DataFrame, classes: int
) -> tuple[_arrays.Doubles, Any, _arrays.Doubles | None]:
    """Scores, classes and weights of about ``mostRows`` rows, or of all if there are no more."""
    label, usable = label_and_usable(params, frame, classes)
    content = [params._vector(frame).alias("vector"), label.alias("label")]
    if params._value("weightCol") is not None:
        weight = params._number(frame, params._value("weightCol"))
        usable = usable & F.coalesce((weight >= 0) & (weight <= LARGEST), F.lit(False))
        content.append(weight.alias("weight"))
    checked = frame.select(usable.alias("usable"), *content)
    total, good = checked.agg(F.count(F.lit(1)), F.count_if("usable")).first() or (0, 0)
    refuse(params, total - good)
    chosen = checked.filter("usable").drop("usable")
    most = params._value("mostRows")
    if good > most:
        chosen = _thinned(chosen, most / good, params._value("seed"))
    fetched = chosen.toArrow()
    found = {name: _numbers(fetched[name]) for name in fetched.column_names}
    found["vector"] = found["vector"].reshape(-1, classes)
    if good > most:
        copies = found.pop(_COPIES).astype(np.intp)
        found = {name: np.repeat(values, copies, axis=0) for name, values in found.items()}
        warn_of_sample(len(found["label"]), good, "mostRows")
    return found["vector"], found["label"].astype(np.uint32), found.get("weight")
