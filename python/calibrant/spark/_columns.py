"""A model as columns of Spark's SQL, which the library writes (``Curve.export("spark")``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from calibrant import _core

LARGEST = sys.float_info.max
SCORE = "__calibrant_checked"
_HELPERS = "__calibrant_"
_TOTAL = "__calibrant_total"
#: Characters of a query. If there are more, Arrow's batches are faster (docs/engineering/spark.md).
MOST_TEXT = 6_500
_STEP = "calibrant_"
_ROWS = "__calibrant_rows"
_PART = "__calibrant_part"
UNUSABLE = "a score is missing, no number, or out of range"
# No word of the row: what makes the message is part of the code of every row, and slows it.
STOP = (
    f"calibrant: {UNUSABLE} (model.checked(frame) says how many rows there are and shows one, "
    "handleInvalid='skip' or 'keep' go on)"
)


def quoted(name: str) -> str:
    """A column's name as Spark's SQL has it."""
    return "`" + name.replace("`", "``") + "`"


def limits_of(cells: str) -> tuple[float, float]:
    """Between which scores lie."""
    return (0.0, 1.0) if cells == "probability" else (-LARGEST, LARGEST)


def with_sound_scores(frame: DataFrame, score: Column, cells: str, handling: str) -> DataFrame:
    """Adds SCORE, within limits; other rows are left out, have NULL, or stop Spark.

    NaN is as little a score as NULL, and above all limits. If Spark knows that a column is never
    NULL, its code is shorter and quicker.
    """
    frame = frame.withColumn(SCORE, F.coalesce(score, F.lit(float("nan"))))
    low, high = limits_of(cells)
    usable = f"{SCORE} >= {low!r}D AND {SCORE} <= {high!r}D"
    if handling == "skip":
        return frame.filter(usable)
    if handling == "keep":
        return frame.withColumn(SCORE, F.expr(f"IF({usable}, {SCORE}, NULL)"))
    stop = STOP.replace("'", "\\'")
    sound = f"coalesce(IF({usable}, {SCORE}, raise_error('{stop}')), 0D)"
    return frame.withColumn(SCORE, F.expr(sound))


def with_curve(
    frame: DataFrame, curve: _core.Curve | _core.GroupedModel, output: str, cells: str
) -> DataFrame:
    """Adds the probability, and its bounds if a curve has a band. SCORE is sound or NULL."""
    bounds = isinstance(curve, _core.Curve) and curve.level is not None
    text = curve.export("spark", SCORE, output, interval=bounds, cells=cells, checked=True)
    assert isinstance(text, str)
    braced = text.replace("{", "{{").replace("}", "}}")
    there = set(frame.columns)
    frame = frame.sparkSession.sql(f"SELECT *, {braced} FROM {{rows}}", rows=frame)
    added = [name for name in frame.columns if name not in there]
    return frame.drop(*(name for name in added if name.startswith(_HELPERS)))


def joint_query(frame: DataFrame, model: _core.MulticlassModel) -> str | None:
    """The query that applies a model of classes together; None if Arrow's batches are faster.

    The JVM does not compile long code, such as that of curves (docs/engineering/spark.md).
    """
    names = {name.casefold() for name in frame.columns}
    # In a query each name is there once, and steps have names of their own.
    clear = len(names) == len(frame.columns) and not any(one.startswith(_STEP) for one in names)
    if not clear:
        return None
    columns = [f"{_HELPERS}score_{k}" for k in range(len(model.names))]
    options: dict[str, Any] = {"dialect": "spark", "table": _ROWS}
    try:
        if len(model.export("sql", columns, _PART, **options)) > MOST_TEXT:
            return None
    except _core.Error:  # it has too many classes, or its curves too many pieces
        return None
    text = model.export("sql", columns, _PART, keep=frame.columns, **options)
    assert isinstance(text, str)
    return text.replace("{", "{{").replace("}", "}}").replace(quoted(_ROWS), "{rows}")


def with_joint(
    frame: DataFrame, query: str, vector: str, names: Sequence[str], output: str
) -> DataFrame:
    """Adds the array of class probabilities. ``vector`` names the array of scores."""
    scores = {f"{_HELPERS}score_{k}": F.get(F.col(vector), F.lit(k)) for k in range(len(names))}
    computed = frame.sparkSession.sql(query, rows=frame.withColumns(scores))
    parts = F.array(*(F.col(quoted(f"{_PART}_{name}")) for name in names))
    kept = [F.col(quoted(name)) for name in frame.columns]
    return computed.select(*kept, F.when(F.col(vector).isNotNull(), parts).alias(output))


def with_shares(
    frame: DataFrame, vector: str, curves: Sequence[_core.Curve], output: str, cells: str
) -> DataFrame:
    """Adds the array of class probabilities: the value of each class's curve over their sum.

    ``vector`` names the array of scores.
    """
    parts = [f"__calibrated_{k}" for k in range(len(curves))]
    for k, (curve, part) in enumerate(zip(curves, parts, strict=True)):
        # A function of a lambda ends what Spark compiles in one piece: the JVM compiles no method
        # of more than 8,000 bytes, which is two or three curves.
        one = F.transform(F.slice(F.col(vector), k + 1, 1), lambda score: score)
        frame = with_curve(frame.withColumn(SCORE, F.get(one, F.lit(0))), curve, part, cells)
    total = F.col(parts[0])
    for part in parts[1:]:
        total = total + F.col(part)
    frame = frame.withColumn(_TOTAL, total)
    even = F.lit(1 / len(parts))
    shares = [
        F.when(F.col(_TOTAL) == 0, even).otherwise(F.col(part) / F.col(_TOTAL)) for part in parts
    ]
    result = F.when(F.col(vector).isNotNull(), F.array(*shares))
    return frame.withColumn(output, result).drop(SCORE, _TOTAL, *parts)
