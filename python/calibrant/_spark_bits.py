"""Where a probability lies among borders that have few bits, as those of counted cells have.

x in [0, 1] as a whole number of 2**-52:   X = floor(x * 2**52), exact but for what is below

[0, 1] is cut into zones: one about 1/2, and towards either end two octaves each. The borders in a
zone are multiples of some 2**shift, so X / 2**shift is a row that no border divides, and an array
tells the row's piece of the curve. No score is compared with a border: which side it is on is a
coin toss, and what follows the toss cannot begin before. The zone about 1/2 is wide for the same
reason: most scores should be in it.

Numbers of a row are mostly those of a polynomial. Its variable is the distance from the nearer end

    w = x - floor(2 X / 2**52)       x below 1/2, x - 1 above, exact

for which a row needs no number of its own, and which keeps what is next to 1 as precise as what is
next to 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibrant._spark_index import Doubles

Longs = npt.NDArray[np.int64]

ONE = 1 << 52
UNIT = float(ONE)
_MOST_ROWS = 8192  # of the zone about 1/2
_OCTAVES = 2  # of a zone nearer to the ends
_MOST_ROWS_OF_OCTAVES = 2048
_MOST_ZONES = 32  # the JVM compiles no method of more than 8,000 bytes


@dataclass(frozen=True)
class BitZone:
    """From X = first on: row (X >> shift & mask) + base."""

    first: int
    shift: int
    mask: int
    base: int


@dataclass(frozen=True)
class BitIndex:
    """Zones in ascending order; of every row the number of borders that are not above it, and
    whether it is above 1/2."""

    zones: list[BitZone]
    pieces: Longs
    upper: npt.NDArray[np.bool_]


def row_of(zones: Sequence[BitZone], x: str) -> str:
    """The row of X as SQL; NULL for NULL. The widest zone first: most scores are in it, if nothing
    is known of them."""

    def tree(begin: int, end: int) -> str:
        if end - begin == 1:
            zone = zones[begin]
            return f"((shiftright({x}, {zone.shift}) & {zone.mask}L) | {zone.base}L)"
        middle = (firsts[begin] + firsts[end]) / 2
        half = min(range(begin + 1, end), key=lambda k: abs(firsts[k] - middle))
        return f"IF({x} < {firsts[half]}L, {tree(begin, half)}, {tree(half, end)})"

    firsts = [zone.first for zone in zones] + [ONE]
    return tree(0, len(zones))


def _shift(whole: Longs) -> int:
    """The largest power of two that divides all."""
    every = int(np.bitwise_or.reduce(whole)) if len(whole) else ONE
    return (every & -every).bit_length() - 1


def _spans(whole: Longs) -> Iterator[tuple[int, int, int]]:
    """First, end and shift of zones, from 1/2 outwards, as far as borders reach.

    None if the borders have too many bits, or reach too far.
    """

    def inside(first: int, end: int) -> Longs:
        return whole[(whole > first) & (whole < end)]

    inner = inside(0, ONE)
    reach = int(np.minimum(inner, ONE - inner).min()) if len(inner) else ONE >> 1
    octave, shift = 1, 51
    while True:
        first = ONE >> (octave + 1)
        wider = min(_shift(inside(first, ONE - first)), 51 - octave)
        if (ONE >> wider) > _MOST_ROWS:
            break
        octave, shift = octave + 1, wider
    if octave == 1:
        return
    edge = ONE >> octave
    yield edge, ONE - edge, shift
    while edge > reach:
        next_edge = edge >> _OCTAVES
        low, high = (next_edge, edge), (ONE - edge, ONE - next_edge)
        for first, end in (low, high):
            borders = np.append(inside(first, end), first)
            yield first, end, _shift(borders)
        edge = next_edge
    yield 0, edge, 52
    yield ONE - edge, ONE, 52
    yield ONE, ONE + 1, 53


def make_bit_index(borders: Doubles) -> BitIndex | None:
    """For ascending borders; none if they are not all in [0, 1] and of few bits."""
    if not (len(borders) and borders[0] >= 0 and borders[-1] <= 1):
        return None
    ends = borders * UNIT
    if not (ends == np.floor(ends)).all():
        return None
    whole = ends.astype(np.int64)
    spans = list(_spans(whole))
    if not 0 < len(spans) <= _MOST_ZONES:
        return None
    zones: list[BitZone] = []
    starts_of: list[Longs] = []
    rows = 0
    for first, end, shift in spans:
        span = ONE if not zones else end - first
        count = 1 << max((span >> shift) - 1, 0).bit_length()
        if count > (_MOST_ROWS if not zones else _MOST_ROWS_OF_OCTAVES):
            return None
        base = -(-rows // count) * count  # a multiple: an OR is a sum
        zones.append(BitZone(first, shift, count - 1, base))
        starts_of.append(np.zeros(base - rows, np.int64))
        # Where the mask begins to count; of some rows nothing is in the zone.
        start = first if count == 1 else first - first % (count << shift)
        starts_of.append(start + (np.arange(count) << shift))
        rows = base + count
    zones.sort(key=lambda zone: zone.first)
    starts = np.concatenate(starts_of)
    return BitIndex(zones, np.searchsorted(whole, starts, side="right"), starts >= ONE >> 1)
