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


def _segment(frame: DataFrame, values: Sequence[float], name: str, output: str) -> DataFrame:
    """Adds the straight line that the place says, within its ends whatever rounding does."""
    x, place, knots, heights = F.col(SCORE), F.col(_PLACE), F.col(_PLACES), F.col(name)
    last = len(values) - 1
    # Beyond the ends both neighbours are the end itself.
    before = F.greatest(place - 1, F.lit(0))
    after = F.least(place, F.lit(last))
    frame = frame.withColumns(
        {
            f"{name}_left": F.get(knots, before),
            f"{name}_right": F.get(knots, after),
            f"{name}_start": F.get(heights, before),
            f"{name}_end": F.get(heights, after),
        }
    )
    left, right = F.col(f"{name}_left"), F.col(f"{name}_right")
    start, end = F.col(f"{name}_start"), F.col(f"{name}_end")
    line = start + (x - left) / (right - left) * (end - start)
    inside = F.greatest(F.least(line, F.greatest(start, end)), F.least(start, end))
    parts = [f"{name}_{part}" for part in ("left", "right", "start", "end")]
    return frame.withColumn(output, F.when(left < right, inside).otherwise(start)).drop(*parts)


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
    for output, (name, values) in zip(outputs, heights.items(), strict=True):
        if shape["shape"] == "segments":
            frame = _segment(frame, values, name, output)
        else:
            frame = frame.withColumn(output, F.get(F.col(name), F.col(_PLACE)))
    unknown = x.isNull() | F.isnan(x)
    known = {output: F.when(unknown, x).otherwise(F.col(quoted(output))) for output in outputs}
    return frame.withColumns(known).drop(_PLACE, _PLACES, *heights)
