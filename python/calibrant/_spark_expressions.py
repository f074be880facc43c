"""A curve as Catalyst expressions: executors need no native code, only Spark.

A tree of CASEs, as other engines get, grows beyond what the JVM compiles. Here arithmetic finds a
score's place among the borders, by their bits (_spark_bits.py) or by an index and a comparison or
two (_spark_index.py), and the numbers of that piece of the curve lie side by side in one array.
Every stage is a projection of its own: Spark keeps it so, because the next one reads it more than
once, and compiles all of them into one loop. The JVM inlines up to 8,000 bytes of code into it, and
what comes last, the writing of rows, is called from outside if these are used up: sums of whole
numbers, which are checked, and comparisons of doubles are dear; shifts and sums of doubles are not.
Numbers that are read are dear, too: a third one for a line was 6 % of a plain column. The results
are those of ``curve(score)``: steps to the bit, lines (_spark_lines.py) to 1e-12, and sigmoids,
which are polynomials (_spark_sigmoid.py) or have Java's exp and ln, to 2e-11 of their value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from calibrant._spark_bits import UNIT, make_bit_index, row_of
from calibrant._spark_index import Doubles, Index, Zone, make_index
from calibrant._spark_lines import segments, segments_near_ends
from calibrant._spark_scores import LARGEST, NEAR, SCORE
from calibrant._spark_sigmoid import Polynomials, make_polynomials
from calibrant._spark_sql import number, with_columns

_CLIP = 1e-12  # logarithms are taken of nothing nearer to 0 or 1
_CELL, _SLOT, _WORD, _PLACE, _BORDERS, _TABLE, _TOTAL = (
    f"__calibrant_{name}" for name in ("cell", "slot", "word", "place", "borders", "table", "total")
)


@lru_cache(maxsize=16)
def _text(packed: bytes, whole: bool) -> str:
    """Numbers with commas; kept, because a model is mostly applied more than once."""
    numbers = np.frombuffer(packed, dtype=np.int64 if whole else np.float64)
    return ",".join(map(repr, numbers.tolist()))


def _array(values: Sequence[float] | npt.NDArray[Any], kind: str = "double") -> str:
    """Numbers as one value; an expression each would keep Spark's analyser busy for seconds.

    A subquery, because Spark computes it once, before the scan, and gives its result to all who
    read it, packed as doubles are in memory. A literal would be copied wherever it is read, with
    an object for every number. array_compact says that none is NULL.
    """
    whole = kind == "bigint"
    packed = np.array(values, dtype=np.int64 if whole else np.float64).tobytes()
    numbers = f"CAST(split('{_text(packed, whole)}', ',') AS array<{kind}>)"
    return f"(SELECT array_compact(t) FROM VALUES ({numbers}) AS v(t))"


def _clamped(low: float, high: float) -> str:
    """The score within limits. NULL stays NULL, which it does not in greatest and least."""
    least, most = number(low), number(high)
    below, above = f"WHEN {SCORE} < {least} THEN {least}", f"WHEN {SCORE} > {most} THEN {most}"
    return f"CASE {below} {above} ELSE {SCORE} END"


def _cell(zones: Sequence[Zone], x: str) -> str:
    """The number whose whole part is the cell."""
    if len(zones) > 1:
        middle = len(zones) // 2
        below, above = _cell(zones[:middle], x), _cell(zones[middle:], x)
        return f"IF({x} < {number(zones[middle].low)}, {below}, {above})"
    low, scale, base = (number(n) for n in (zones[0].low, zones[0].scale, zones[0].base))
    return f"({x} - {low}) * {scale} + {base}"


def _search(frame: DataFrame, borders: Doubles, found: tuple[Index, str]) -> DataFrame:
    """Adds PLACE: the number of borders that are not above the score."""
    index, inside = found
    words = _array(index.words, "bigint")
    shift = index.cells.bit_length() - 1
    frame = with_columns(frame, {_SLOT: f"CAST({_cell(index.zones, inside)} AS INT)"})
    frame = with_columns(frame, {_WORD: f"get({words}, shiftright({_SLOT}, {shift}))"})
    below = f"CAST(shiftrightunsigned({_WORD}, 32) AS INT)"
    if index.cells > 1:
        # The bits of the cells before: their number is that of the borders in them.
        bits = f"({_SLOT} & {index.cells - 1}) * {index.bits}"
        below += f" + bit_count({_WORD} & ~shiftleft(-1L, {bits}))"
    # Behind the last border stand some that no score reaches.
    ends = _array([*borders.tolist(), *[math.inf] * 2**index.steps])
    frame = with_columns(frame, {_PLACE: below, _BORDERS: ends})
    for step in reversed(range(index.steps)):
        border = f"get({_BORDERS}, {_PLACE} + {2**step - 1})"
        side = f"IF({SCORE} < {border}, 0, {2**step})"
        frame = with_columns(frame, {_PLACE: f"{_PLACE} + {side}"})
    return frame


def _index(borders: Doubles, within: tuple[float, float] | None) -> tuple[Index, str]:
    """An index, and the score that it takes: one that is surely within its limits."""
    first, last = float(borders[0]), float(borders[-1])
    if within is None:
        return make_index(borders, first, last), f"({_clamped(first, last)})"
    return make_index(borders, min(within[0], first), max(within[1], last)), SCORE


def _with_numbers(frame: DataFrame, rows: Doubles, place: str) -> tuple[DataFrame, list[str]]:
    """Adds TABLE and PLACE; the expressions of the numbers of the row at a place."""
    # As many numbers for a row as a power of two: a shift and an OR give their places.
    shift = (rows.shape[1] - 1).bit_length()
    table = np.zeros((len(rows), 1 << shift))
    table[:, : rows.shape[1]] = rows
    place = f"shiftleft({place}, {shift})" if shift else place
    frame = with_columns(frame, {_TABLE: _array(table.ravel()), _PLACE: place})
    return frame, [f"get({_TABLE}, {_PLACE} | {i})" for i in range(rows.shape[1])]


def _with_fixed_point(frame: DataFrame) -> DataFrame:
    """Adds CELL, and NEAR, of a score in [0, 1] (_spark_bits.py)."""
    frame = with_columns(frame, {_CELL: f"CAST({SCORE} * {UNIT!r}D AS BIGINT)"})
    return with_columns(frame, {NEAR: f"{SCORE} - CAST(shiftright({_CELL}, 51) AS DOUBLE)"})


def _with_pieces(
    frame: DataFrame,
    borders: Doubles,
    lines: Doubles,
    outputs: Sequence[str],
    *,
    straight: bool,
    within: tuple[float, float] | None,
) -> DataFrame:
    """Adds the value of the score's piece: of a step, or of a straight line between knots."""
    index = make_bit_index(borders) if within == (0.0, 1.0) else None
    near = segments_near_ends(borders, lines, outputs, index) if straight and index else None
    if straight:
        rows, formulas = near or segments(borders, lines, outputs)
    else:
        rows, formulas = lines, {output: f"{{{i}}}" for i, output in enumerate(outputs)}
    if index is None:
        frame, place = _search(frame, borders, _index(borders, within)), _PLACE
    else:
        frame, place = _with_fixed_point(frame), f"CAST({row_of(index.zones, _CELL)} AS INT)"
        # Several rows for a piece, but one array less to read.
        rows = rows if near else rows[index.pieces]
    frame, numbers = _with_numbers(frame, rows, place)
    frame = with_columns(frame, {k: text.format(*numbers) for k, text in formulas.items()})
    return frame.drop(_CELL, NEAR, _SLOT, _WORD, _BORDERS, _PLACE, _TABLE)


def _with_grid(
    frame: DataFrame, shape: dict[str, Any], lines: Doubles, outputs: Sequence[str]
) -> DataFrame:
    low, high, last = shape["low"], shape["high"], len(lines) - 1
    # As the library does: numbers that overflow are made smaller, or larger, first.
    scale = 1.0
    if not math.isfinite(high - low):
        scale = 0.5
    elif not (last + 1) / (high - low) <= LARGEST:
        scale = 2.0**600
    start = low * scale
    each = (last + 1) / (high * scale - start)
    inside = f"({_clamped(low, high)}) * {number(scale)} - {number(start)}"
    cell = f"floor(({inside}) * {number(each)})"
    frame = with_columns(frame, {_PLACE: f"IF({cell} > {last}, {last}, {cell})"})
    values = {output: _array(lines[:, i]) for i, output in enumerate(outputs)}
    return with_columns(
        frame, {output: f"get({text}, {_PLACE})" for output, text in values.items()}
    )


def _sigmoid(shape: dict[str, Any]) -> str:
    z = f"{number(shape['intercept'])} + {number(shape['slope'])}"
    if shape["input"] == "score":
        z += f" * {SCORE}"
    else:
        s = f"({_clamped(_CLIP, 1 - _CLIP)})"
        if shape["input"] == "logit":
            z += f" * ln({s} / (1D - {s}))"
        else:
            z += f" * ln({s}) - {number(shape['slope_complement'])} * ln(1D - {s})"
    return f"1D / (1D + exp(-({z})))"


def _with_polynomials(
    frame: DataFrame, table: Polynomials, otherwise: str, output: str
) -> DataFrame:
    frame, place = _with_fixed_point(frame), f"CAST({row_of(table.zones, _CELL)} AS INT)"
    frame, coefficients = _with_numbers(frame, table.rows, place)
    if table.of_middle:
        middle, *coefficients = coefficients
        frame = with_columns(frame, {NEAR: f"{SCORE} - {middle}"})
    y = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        y = f"({coefficient} + {NEAR} * {y})"
    inside = f"{_CELL} >= {table.first}L AND {_CELL} < {table.end}L"
    frame = with_columns(frame, {output: f"IF({inside}, {y}, {otherwise})"})
    return frame.drop(_CELL, NEAR, _PLACE, _TABLE)


def with_curve(
    frame: DataFrame,
    model: dict[str, Any],
    outputs: Sequence[str],
    within: tuple[float, float] | None,
) -> DataFrame:
    """Adds the probability and, for three outputs, the bounds.

    The score is in the column SCORE: a finite number within the given limits, or NULL, which gives
    NULL. ``model`` is the curve's part of the model file.
    """
    shape = model["curve"]
    if shape["shape"] == "sigmoid":
        table = make_polynomials(shape) if within == (0.0, 1.0) else None
        if table is None:
            return with_columns(frame, {outputs[0]: _sigmoid(shape)})
        return _with_polynomials(frame, table, _sigmoid(shape), outputs[0])
    band = [model["band"]["lower"], model["band"]["upper"]] if len(outputs) > 1 else []
    lines = np.column_stack([shape["values"], *band])
    if shape["shape"] == "grid":
        return _with_grid(frame, shape, lines, outputs).drop(_PLACE)
    borders = np.array(shape["borders" if shape["shape"] == "steps" else "knots"])
    if not len(borders):  # one step
        borders, lines = np.array([0.0]), np.repeat(lines, 2, axis=0)
    if not math.isfinite(borders[-1] - borders[0]):
        # Further apart than doubles reach: halves are not, and their quotients are the same.
        borders = borders / 2
        within = within and (within[0] / 2, within[1] / 2)
        frame = with_columns(frame, {SCORE: f"{SCORE} * 0.5D"})
    straight = shape["shape"] == "segments"
    return _with_pieces(frame, borders, lines, outputs, straight=straight, within=within)


def with_shares(
    frame: DataFrame,
    vector: str,
    models: Sequence[dict[str, Any]],
    output: str,
    within: tuple[float, float] | None,
) -> DataFrame:
    """Adds the array of class probabilities: the value of each class's curve over their sum.

    ``vector`` names the array of scores.
    """
    parts = [f"__calibrant_class_{k}" for k in range(len(models))]
    for k, (model, part) in enumerate(zip(models, parts, strict=True)):
        # A function of a lambda ends what Spark compiles in one piece: the JVM compiles no method
        # of more than 8,000 bytes, which is two or three curves.
        one = F.transform(F.slice(F.col(vector), k + 1, 1), lambda score: score)
        frame = frame.withColumn(SCORE, F.get(one, F.lit(0)))
        frame = with_curve(frame, model, [part], within)
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
