"""A sigmoid of log odds as polynomials on cells of [0, 1]: Spark's exp and ln are slow.

Spark takes them from Java's StrictMath, which the JVM does not compile in place. Here the cells are
even about 1/2, and towards either end even in every two octaves; a cubic of the distance from the
nearer end goes through the sigmoid at four Chebyshev points of each. Steep ones take degree 5.
Nearer to 0 and 1 than 2**-14 the sigmoid is computed as it is written.

Every table is checked: between the points no polynomial is further from the sigmoid than 1e-11 of
it. If it does not hold with some thousand cells, there is no table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from calibrant._spark_bits import ONE, BitZone
from calibrant._spark_index import Doubles

TOLERANCE = 1e-11
_FIRST = 6  # octaves: about 1/2 is [1/64, 63/64]
_LAST = 14
_CUBIC = 3
# Degree, and rows for two octaves.
_TABLES = ((_CUBIC, 256), (_CUBIC, 512), (5, 128), (5, 256), (5, 512))

Function = Callable[[Any], Any]


@dataclass(frozen=True)
class Polynomials:
    """From X = first up to end: rows of coefficients, the constant first.

    They are of the distance from the nearer end or, if there are more than four, of that from the
    middle of the cell, which comes before them: more digits, and more numbers to read.
    """

    zones: list[BitZone]
    first: int
    end: int
    rows: Doubles

    @property
    def of_middle(self) -> bool:
        return bool(self.rows.shape[1] > _CUBIC + 1)


def sigmoid(shape: dict[str, Any]) -> Function:
    """With more digits than doubles have, where the machine has them."""
    wide = np.longdouble

    def value(x: Any) -> Any:
        x = np.asarray(x, dtype=wide)
        below, above = np.log(x), np.log1p(-x)
        complement = shape["slope" if shape["input"] == "logit" else "slope_complement"]
        z = wide(shape["intercept"]) + wide(shape["slope"]) * below - wide(complement) * above
        return 1 / (1 + np.exp(-z))

    return value


def _zones(rows: int) -> list[tuple[BitZone, int, int]]:
    """Zones by their base, where each ends, and where its rows begin to count."""
    edge = ONE >> _FIRST
    middle = rows << (_FIRST - 2)  # as fine at its ends as what is next to it
    shift = 53 - middle.bit_length()
    zones = [(BitZone(edge, shift, middle - 1, 0), ONE - edge, 0)]
    base = middle
    for octave in range(_FIRST, _LAST, 2):
        edge = ONE >> octave
        shift = edge.bit_length() - rows.bit_length()
        for first, end, start in (
            (edge >> 2, edge, 0),
            (ONE - edge, ONE - (edge >> 2), ONE - edge),
        ):
            zone = BitZone(first, shift, rows - 1, base)
            zones.append((zone, end, start))
            base += rows
    return zones


def _moved(local: Any, middle: Any) -> Any:
    """The coefficients of powers of w, given those of powers of w - middle."""
    moved = np.zeros_like(local)
    for k in reversed(range(local.shape[1])):  # times w - middle, plus the next
        moved = np.column_stack([np.zeros(len(moved)), moved[:, :-1]]) - middle * moved
        moved[:, 0] += local[:, k]
    return moved


def _polynomials(function: Function, degree: int, rows: int) -> Polynomials | None:
    middles, halves, inside = [], [], []
    zones = _zones(rows)
    for zone, end, start in zones:
        starts = start + (np.arange(zone.mask + 1) << zone.shift)
        middles.append((starts + (1 << zone.shift) / 2) / ONE)
        halves.append(np.full(len(starts), (1 << zone.shift) / 2 / ONE))
        inside.append((starts >= zone.first) & (starts < end))
    half, reached = np.concatenate(halves), np.concatenate(inside)
    middle = np.where(reached, np.concatenate(middles), 0.5)  # of the others any number will do
    first = ONE >> _LAST
    nodes = np.cos((np.arange(degree + 1) + 0.5) * np.pi / (degree + 1))
    # A sum of doubles would move the points, and near 1 the distance from 1 by much of it.
    exact = middle.astype(np.longdouble)[:, None]
    values = function(exact + half[:, None] * nodes)
    powers = np.linalg.inv(np.vander(nodes, increasing=True))
    local = values @ powers.T.astype(np.longdouble) / half[:, None] ** np.arange(degree + 1)
    near = exact - (exact > 0.5) if degree == _CUBIC else np.zeros_like(exact)
    coefficients = _moved(local, near).astype(np.float64)
    # As Spark computes it, at the edges and between the points.
    t = half[:, None] * np.linspace(-1, 1, 4 * degree + 1)
    found = np.zeros_like(t)
    for k in reversed(range(degree + 1)):
        found = found * (near + t).astype(np.float64) + coefficients[:, k : k + 1]
    right = function(exact + t)
    if not (np.abs(found - right) <= TOLERANCE * right)[reached].all():
        return None
    ascending = sorted((zone for zone, _, _ in zones), key=lambda zone: zone.first)
    table = coefficients if degree == _CUBIC else np.column_stack([middle, coefficients])
    return Polynomials(ascending, first, ONE - first, table)


@lru_cache(maxsize=16)
def _table(shape: frozenset[tuple[str, Any]]) -> Polynomials | None:
    function = sigmoid(dict(shape))
    with np.errstate(all="ignore"):
        tables = (_polynomials(function, degree, rows) for degree, rows in _TABLES)
        return next((table for table in tables if table is not None), None)


def make_polynomials(shape: dict[str, Any]) -> Polynomials | None:
    """For a sigmoid of log odds, or of both logarithms; none if it is too steep.

    Kept, because a model is mostly applied more than once.
    """
    return None if shape["input"] == "score" else _table(frozenset(shape.items()))
