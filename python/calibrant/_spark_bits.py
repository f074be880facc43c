"""Where a probability lies among borders that have few bits, as those of counted cells have.

x in [0, 1] as a whole number of 2**-52:   X = floor(x * 2**52), exact but for what is below

[0, 1] is cut into zones: one about 1/2, and towards either end two octaves each. The borders in a
zone are multiples of some 2**shift, so X / 2**shift is a row that no border divides, and an array
tells the row's piece of the curve. No score is compared with a border: which side it is on is a
coin toss, and what follows the toss cannot begin before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibrant._spark_index import Doubles

Longs = npt.NDArray[np.int64]

ONE = 1 << 52
UNIT = float(ONE)
_MOST_ROWS = 2048  # of the zone about 1/2
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
    """Zones in ascending order, and how many borders are not above a row."""

    zones: list[BitZone]
    pieces: Longs

    def row(self, x: str) -> str:
        """The row of X as SQL; NULL for NULL."""
        return self._tree(x, 0, len(self.zones))

    def _tree(self, x: str, begin: int, end: int) -> str:
        """The widest zone first: most scores are in it, if nothing is known of them."""
        if end - begin == 1:
            zone = self.zones[begin]
            return f"((shiftright({x}, {zone.shift}) & {zone.mask}L) | {zone.base}L)"
        firsts = [zone.first for zone in self.zones] + [ONE]
        middle = (firsts[begin] + firsts[end]) / 2
        half = min(range(begin + 1, end), key=lambda k: abs(firsts[k] - middle))
        below, above = self._tree(x, begin, half), self._tree(x, half, end)
        return f"CASE WHEN {x} < {firsts[half]}L THEN {below} ELSE {above} END"


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
        low, high = (edge >> 2, edge), (ONE - edge, ONE - (edge >> 2))
        for first, end in (low, high):
            borders = np.append(inside(first, end), first)
            yield first, end, _shift(borders)
        edge >>= 2
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
    pieces: list[int] = []
    rows = 0
    for first, end, shift in spans:
        span = ONE if not zones else end - first
        count = 1 << max((span >> shift) - 1, 0).bit_length()
        if count > (_MOST_ROWS if not zones else _MOST_ROWS_OF_OCTAVES):
            return None
        base = -(-rows // count) * count  # a multiple: an OR is a sum
        zones.append(BitZone(first, shift, count - 1, base))
        pieces += [0] * (base - rows)
        # Where the mask begins to count; of some rows nothing is in the zone.
        start = first if count == 1 else first - first % (count << shift)
        starts = start + (np.arange(count) << shift)
        pieces += np.searchsorted(whole, starts, side="right").tolist()
        rows = base + count
    zones.sort(key=lambda zone: zone.first)
    return BitIndex(zones, np.array(pieces))
