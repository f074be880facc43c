"""A curve as Catalyst expressions: executors need no native code, only Spark.

A tree of CASEs, as other engines get, grows beyond what the JVM compiles. Here the places where
the curve changes are an array, and a search of fixed depth finds the right one. Every step is a
projection of its own: Spark keeps it so, because the next step reads it more than once, and
compiles all of them into one loop. The results are those of ``curve(score)``, to the bit, but for
sigmoids, whose exp and ln are Java's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F  # noqa: N812

from calibrant import _core

_PLACE = "__calibrant_place"
_PLACES = "__calibrant_places"
_VALUES = "__calibrant_values"
SCORE = "__calibrant_score"


def quoted(name: str) -> str:
    """A column's name as Spark's SQL has it."""
    return "`" + name.replace("`", "``") + "`"


def _array(values: Iterable[float]) -> Column:
    """Numbers as one literal: ten thousand nodes would keep Spark's analyser busy for seconds."""
    text = ",".join(repr(float(value)) for value in values)
    return F.split(F.lit(text), ",").cast("array<double>")


def _search(frame: DataFrame, borders: Sequence[float]) -> DataFrame:
    """Adds how many borders are not above the score; the borders stay in the column PLACES."""
    frame = frame.withColumns({_PLACES: _array(borders), _PLACE: F.lit(0)})
    x, place = F.col(SCORE), F.col(_PLACE)
    left = len(borders)
    while left > 0:
        half = (left + 1) // 2
        above = x >= F.get(F.col(_PLACES), place + F.lit(half - 1))
        frame = frame.withColumn(_PLACE, place + F.when(above, F.lit(half)).otherwise(F.lit(0)))
        left -= half
    return frame


def _segment(values: Sequence[float], name: str) -> Column:
    """The straight line that the place says, within its ends whatever rounding does."""
    x, place, knots, heights = F.col(SCORE), F.col(_PLACE), F.col(_PLACES), F.col(name)
    left, right = F.get(knots, place - 1), F.get(knots, place)
    start, end = F.get(heights, place - 1), F.get(heights, place)
    line = start + (x - left) / (right - left) * (end - start)
    inside = F.greatest(F.least(line, F.greatest(start, end)), F.least(start, end))
    return (
        F.when(place == 0, F.lit(values[0]))
        .when(place == len(values), F.lit(values[-1]))
        .otherwise(inside)
    )


def _located(frame: DataFrame, shape: dict[str, Any]) -> DataFrame:
    if shape["shape"] == "steps":
        # An empty text would be an array of one.
        return _search(frame, shape["borders"] or [math.inf])
    if shape["shape"] == "segments":
        return _search(frame, shape["knots"])
    low, high, cells = shape["low"], shape["high"], len(shape["values"])
    x = F.least(F.greatest(F.col(SCORE), F.lit(low)), F.lit(high))
    place = F.floor((x - F.lit(low)) * F.lit(cells / (high - low))).cast("int")
    return frame.withColumn(_PLACE, F.least(place, F.lit(cells - 1)))


def with_curve(
    frame: DataFrame, curve: _core.Curve, model: dict[str, Any], outputs: Sequence[str]
) -> DataFrame:
    """Adds the probability and, for three outputs, the bounds; the score is in the column SCORE.

    ``model`` is the curve's part of the model file. A score that is NULL or NaN gives NULL or NaN.
    """
    shape, x = model["curve"], F.col(SCORE)
    if shape["shape"] == "sigmoid":
        text = curve.export("sql", column=SCORE, dialect="spark")
        assert isinstance(text, str)
        return frame.withColumn(outputs[0], F.expr(text))
    frame = _located(frame, shape)
    lines = [shape["values"]]
    if len(outputs) > 1:
        lines += [model["band"]["lower"], model["band"]["upper"]]
    heights = {f"{_VALUES}_{i}": values for i, values in enumerate(lines)}
    frame = frame.withColumns({name: _array(values) for name, values in heights.items()})
    known = {}
    for output, (name, values) in zip(outputs, heights.items(), strict=True):
        straight = shape["shape"] == "segments"
        value = _segment(values, name) if straight else F.get(F.col(name), F.col(_PLACE))
        known[output] = F.when(x.isNull() | F.isnan(x), x).otherwise(value)
    return frame.withColumns(known).drop(_PLACE, _PLACES, *heights)
