"""A sigmoid of log odds as polynomials on cells of [0, 1]: Spark's exp and ln are slow.

Spark takes them from Java's StrictMath, which the JVM does not compile in place. Here the cells are
even about 1/2, and towards either end even in every two octaves; a polynomial of degree 5 about the
middle of each goes through the sigmoid at six Chebyshev points. Nearer to 0 and 1 than 2**-15 the
sigmoid is computed as it is written.

Every table is checked: between the points no polynomial is further from the sigmoid than 1e-13 of
it. Cells are halved until that holds; if it does not with some thousand of them, there is no table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibrant._spark_bits import ONE, BitIndex, BitZone
from calibrant._spark_index import Doubles

DEGREE = 5
TOLERANCE = 1e-13
_FIRST = 3  # octaves: about 1/2 is [1/8, 7/8]
_LAST = 15
_ROWS = (128, 256, 512)  # for two octaves

Function = Callable[[Any], Any]


@dataclass(frozen=True)
class Polynomials:
    """From X = first up to end: rows of a middle and coefficients, the constant first."""

    index: BitIndex
    first: int
    end: int
    rows: Doubles


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
    shift = 53 - (2 * rows).bit_length()
    zones = [(BitZone(edge, shift, 2 * rows - 1, 0), ONE - edge, 0)]
    base = 2 * rows
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


def _polynomials(function: Function, rows: int) -> Polynomials | None:
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
    nodes = np.cos((np.arange(DEGREE + 1) + 0.5) * np.pi / (DEGREE + 1))
    # A sum of doubles would move the points, and near 1 the distance from 1 by much of it.
    exact = middle.astype(np.longdouble)[:, None]
    values = function(exact + half[:, None] * nodes)
    powers = np.linalg.inv(np.vander(nodes, increasing=True))
    coefficients = (values @ powers.T.astype(np.longdouble)).astype(np.float64)
    coefficients /= half[:, None] ** np.arange(DEGREE + 1)
    # As Spark computes it, at the edges and between the points.
    t = half[:, None] * np.linspace(-1, 1, 4 * DEGREE + 1)
    found = np.zeros_like(t)
    for k in reversed(range(DEGREE + 1)):
        found = found * t + coefficients[:, k : k + 1]
    right = function(exact + t)
    if not (np.abs(found - right) <= TOLERANCE * right)[reached].all():
        return None
    index = BitIndex(
        sorted((zone for zone, _, _ in zones), key=lambda zone: zone.first), np.array([])
    )
    return Polynomials(index, first, ONE - first, np.column_stack([middle, coefficients]))


def make_polynomials(shape: dict[str, Any]) -> Polynomials | None:
    """For a sigmoid of log odds, or of both logarithms; none if it is too steep."""
    if shape["input"] == "score":
        return None
    function = sigmoid(shape)
    with np.errstate(all="ignore"):
        tables = (_polynomials(function, rows) for rows in _ROWS)
        return next((table for table in tables if table is not None), None)
