"""Counts of cells by Spark's executors: all that a fit needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F  # noqa: N812

from calibrant import _core
from calibrant.spark._columns import quoted
from calibrant.spark._params import CalibratorParams

_CLASS = "class"


def number_of_classes(params: CalibratorParams, frame: DataFrame) -> int:
    """What the vectors' metadata say, or the first vector."""
    if not params.isDefined("probabilityCol"):
        return 2
    metadata = frame.schema[params._value("probabilityCol")].metadata
    if "num_attrs" in metadata.get("ml_attr", {}):
        return max(int(metadata["ml_attr"]["num_attrs"]), 2)
    size = F.size(params._vector(frame)).alias("size")
    first = frame.select(size).filter("size >= 2").first()
    return 2 if first is None else int(first["size"])


def _observations(rows: Iterable[Row]) -> _core.Observations:
    table = np.array([(row["score"], row["neg"], row["pos"]) for row in rows], dtype=np.float64)
    columns = table.reshape(-1, 3).T
    return _core.observe_counts(*(np.ascontiguousarray(column) for column in columns))


def _against_rest(params: CalibratorParams, frame: DataFrame, classes: int) -> DataFrame:
    """A row for each class of a row: its score, and whether the row is of that class.

    A row that cannot be used stays one row, without a class.
    """
    label = F.col(quoted(params._value("labelCol"))).try_cast("double")
    known = F.coalesce((label >= 0) & (label < classes) & (label == F.floor(label)), F.lit(False))
    usable = known & params._usable(frame, classes)
    columns = [F.when(usable, params._vector(frame)).alias("vector"), label.alias("label")]
    others = []
    if params._value("weightCol") is not None:
        columns.append(F.col(quoted(params._value("weightCol"))).alias("weight"))
        others.append("weight")
    long = frame.select(*columns).select(F.posexplode_outer("vector"), "label", *others)
    return long.select(
        F.col("pos").alias(_CLASS),
        F.col("col").alias("score"),
        (F.col("label") == F.col("pos")).cast("int").alias("label"),
        *others,
    )


def count(params: CalibratorParams, frame: DataFrame, classes: int) -> list[_core.Observations]:
    """One count of cells for two classes; for more, one for each class against the rest."""
    weight = None if params._value("weightCol") is None else "weight"
    if classes > 2:
        rows = _against_rest(params, frame, classes)
    else:
        columns = [
            params._score(frame).alias("score"),
            F.col(quoted(params._value("labelCol"))).alias("label"),
        ]
        if weight is not None:
            columns.append(F.col(quoted(params._value("weightCol"))).alias(weight))
        rows = frame.select(*columns)
    query = _core.fit_query(
        "spark",
        query="SELECT * FROM {rows}",
        weight=weight,
        cells=params._value("cells"),
        group=_CLASS if classes > 2 else None,
    )
    counted: list[Any] = frame.sparkSession.sql(query, rows=rows).collect()
    # A weight that cannot be used makes a row of every class: those of class 0 are counted.
    void = sum(
        row["rows"]
        for row in counted
        if row["score"] is None and (classes == 2 or row[_CLASS] in (None, 0))
    )
    if void and params._value("handleInvalid") == "error":
        raise _core.InputError(
            f"{void} rows cannot be used: a score, label or weight is missing or out of "
            "range (handleInvalid='skip' leaves them out)"
        )
    good = [row for row in counted if row["score"] is not None]
    if classes == 2:
        return [_observations(good)]
    return [_observations(row for row in good if row[_CLASS] == k) for k in range(classes)]
