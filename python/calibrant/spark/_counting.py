"""Counts of cells by Spark's executors: all that the fit of a curve needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from pyspark.sql import Column, DataFrame, Row
from pyspark.sql import functions as F  # noqa: N812

from calibrant import _core
from calibrant._methods import columns_are_classes
from calibrant.spark._columns import quoted
from calibrant.spark._params import CalibratorParams

_CLASS = "class"


def _number_of_scores(params: CalibratorParams, frame: DataFrame) -> int:
    """How many columns are named, or what the vectors' metadata say, or the first vector."""
    if params.isDefined("scoreCols"):
        return len(params._value("scoreCols"))
    metadata = frame.schema[params._value("probabilityCol")].metadata
    if "num_attrs" in metadata.get("ml_attr", {}):
        return max(int(metadata["ml_attr"]["num_attrs"]), 2)
    size = F.size(params._vector(frame)).alias("size")
    first = frame.select(size).filter("size >= 2").first()
    return 2 if first is None else int(first["size"])


def number_of_classes(params: CalibratorParams, frame: DataFrame) -> int | None:
    """None for one curve: two scores are two classes only to a method of several."""
    if params.isDefined("scoreCol"):
        return None
    scores = _number_of_scores(params, frame)
    return scores if columns_are_classes((0, scores), params._value("method")) else None


def refuse(params: CalibratorParams, void: int) -> None:
    """An error that says how many rows cannot be used, unless they are left out."""
    if void and params._value("handleInvalid") == "error":
        raise _core.InputError(
            f"{void} rows cannot be used: a score, label or weight is missing or out of "
            "range (handleInvalid='skip' leaves them out)"
        )


def label_and_usable(
    params: CalibratorParams, frame: DataFrame, classes: int
) -> tuple[Column, Column]:
    """The label as a number, and whether it is a class and the scores can be used."""
    label = F.col(quoted(params._value("labelCol"))).try_cast("double")
    known = F.coalesce((label >= 0) & (label < classes) & (label == F.floor(label)), F.lit(False))
    return label, known & params._usable(frame, classes)


def _observations(rows: Iterable[Row]) -> _core.Observations:
    table = np.array([(row["score"], row["neg"], row["pos"]) for row in rows], dtype=np.float64)
    columns = table.reshape(-1, 3).T
    return _core.observe_counts(*(np.ascontiguousarray(column) for column in columns))


def _against_rest(params: CalibratorParams, frame: DataFrame, classes: int) -> DataFrame:
    """A row for each class of a row: its score, and whether the row is of that class.

    A row that cannot be used stays one row, without a class.
    """
    label, usable = label_and_usable(params, frame, classes)
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


def count(
    params: CalibratorParams, frame: DataFrame, classes: int | None
) -> list[_core.Observations]:
    """One count of cells for a curve; for several classes, one for each against the rest."""
    weight = None if params._value("weightCol") is None else "weight"
    if classes is not None:
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
        group=None if classes is None else _CLASS,
    )
    counted: list[Any] = frame.sparkSession.sql(query, rows=rows).collect()
    # A weight that cannot be used makes a row of every class: those of class 0 are counted.
    void = sum(
        row["rows"]
        for row in counted
        if row["score"] is None and (classes is None or row[_CLASS] in (None, 0))
    )
    refuse(params, void)
    good = [row for row in counted if row["score"] is not None]
    if classes is None:
        return [_observations(good)]
    return [_observations(row for row in good if row[_CLASS] == k) for k in range(classes)]
