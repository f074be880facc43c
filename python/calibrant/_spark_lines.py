"""Straight lines between knots: the numbers that a formula of a piece needs, and the formula.

Piece 0 ends before the first knot, the last one begins with the last. Formulas have {0}, {1}, … in
the place of the piece's numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from calibrant._spark_bits import BitIndex
from calibrant._spark_index import Doubles
from calibrant._spark_scores import NEAR, SCORE

_CLOSE = 1e-9  # lines that keep this distance from 0 and 1 stay inside, whatever rounding does
_MOST_LOSS = 2.0**11  # as much larger may a term of a sum be: it is then right to 1e-12

Formulas = dict[str, str]


def _with_slopes(knots: Doubles, line: Doubles) -> tuple[Doubles, Doubles]:
    """Value and slope at the beginning of every piece; level beyond the knots."""
    slopes = np.diff(line) / np.diff(knots)
    return np.insert(line, 0, line[0]), np.concatenate([[0.0], slopes, [0.0]])


def _plain(knots: Doubles, lines: Doubles) -> bool:
    """Whether products may stand for quotients, and rounding is of no consequence."""
    width = np.diff(knots)
    inside = lines.min() >= _CLOSE and lines.max() <= 1 - _CLOSE
    return bool(inside and (width > 1e-100).all() and (width < 1e100).all())


def segments(knots: Doubles, lines: Doubles, outputs: Sequence[str]) -> tuple[Doubles, Formulas]:
    """A row for every piece."""
    if not _plain(knots, lines):
        return _exact_segments(knots, lines, outputs)
    # A product, no quotient, and no comparison with the end: off by two units in the last place.
    columns = [np.concatenate([[0.0], knots[:-1], [0.0]])]
    formulas = {}
    for i, output in enumerate(outputs):
        formulas[output] = f"{{{len(columns)}}} + ({SCORE} - {{0}}) * {{{len(columns) + 1}}}"
        columns += _with_slopes(knots, lines[:, i])
    return np.column_stack(columns), formulas


def segments_near_ends(
    knots: Doubles, lines: Doubles, outputs: Sequence[str], index: BitIndex
) -> tuple[Doubles, Formulas] | None:
    """A row for every row of the index, of the distance from the nearer end: a number less to
    read. None where that would cost digits, as a steep line does if its value is small."""
    if not _plain(knots, lines):
        return None
    begins = np.concatenate([[0.0], knots[:-1], [0.0]])[index.pieces]
    begins = begins.astype(np.longdouble) - index.upper
    columns: list[Doubles] = []
    formulas = {}
    for i, output in enumerate(outputs):
        values, slopes = (part[index.pieces] for part in _with_slopes(knots, lines[:, i]))
        rises = np.where(slopes == 0, 0, slopes * begins)
        # At a piece's beginning (values - rises) + rises; of all its values an end has the least.
        room = np.minimum(lines[:, i], 1 - lines[:, i])
        least = np.minimum(np.insert(room, 0, room[0]), np.append(room, room[-1]))
        if (np.abs(rises) > _MOST_LOSS * least[index.pieces]).any():
            return None
        formulas[output] = f"{{{len(columns)}}} + {{{len(columns) + 1}}} * {NEAR}"
        columns += [(values - rises).astype(np.float64), slopes]
    return np.column_stack(columns), formulas


def _exact_segments(
    knots: Doubles, lines: Doubles, outputs: Sequence[str]
) -> tuple[Doubles, Formulas]:
    """The same where it matters on which side of 0 or 1 rounding falls: to the bit."""
    first, last = lines[:1], lines[-1:]
    level = np.zeros((1, 1))  # beyond the knots: (x - 0) / 1 * 0
    before = np.nextafter(knots[1:], -math.inf)
    width = np.diff(knots)
    columns = [np.vstack([level, knots[:-1, None], level])]
    columns.append(np.vstack([level + 1, width[:, None], level + 1]))
    formulas = {}
    for i, output in enumerate(outputs):
        begin, end = lines[:-1, i], lines[1:, i]
        place = len(columns)
        columns.append(np.vstack([first[:, i : i + 1], begin[:, None], last[:, i : i + 1]]))
        columns.append(np.vstack([level, (end - begin)[:, None], level]))
        y = f"{{{place}}} + ({SCORE} - {{0}}) / {{1}} * {{{place + 1}}}"
        # Products and sums keep signs and order: never on the wrong side of the beginning, and
        # beyond the end nowhere, if not at the last score before it.
        most = begin + (before - knots[:-1]) / width * (end - begin)
        if (np.sign(end - begin) * (most - end) > 0).any():
            columns.append(np.vstack([first[:, i : i + 1], end[:, None], last[:, i : i + 1]]))
            beyond = f"signum({{{place + 1}}}) * ({y} - {{{place + 2}}}) > 0D"
            y = f"IF({beyond}, {{{place + 2}}}, {y})"
        formulas[output] = y
    return np.hstack(columns), formulas
