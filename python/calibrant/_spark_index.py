"""Where a score lies among a curve's borders, as numbers that a few Catalyst expressions read.

The borders' span is cut into zones and each zone into equal cells, so fine that a cell holds few
borders. A word stands for a handful of cells: its upper half counts the borders before them, its
lower half has a bit for every border in them. So the borders below a cell are the upper half and
a count of bits. Sixteen thousand cells are five hundred numbers, which stay in the nearest cache:
Spark keeps an array's numbers as objects, and to fetch one from far is dearer than all the rest.

The map from scores to cells never descends, rounding included, and borders go through the same
operations, so a border in a lower cell is surely smaller, and one in a higher cell surely larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

_WORD = 32  # bits for borders in a word
_MOST_ZONES = 16  # a tree of comparisons four deep
_GROUPS = 256  # of borders, from which zones are joined


@dataclass(frozen=True)
class Zone:
    """Scores from ``low`` up to the next zone: their cell is floor((x - low) * scale + base)."""

    low: float
    scale: float
    base: int


@dataclass(frozen=True)
class Index:
    """Zones in ascending order; words; a cell has less than 2 ** steps borders."""

    zones: list[Zone]
    words: npt.NDArray[np.int64]
    steps: int

    @property
    def bits(self) -> int:
        """What a cell has of its word: one for each border, and a power of two."""
        return _bits(self.steps)

    @property
    def cells(self) -> int:
        """In a word: a power of two."""
        return max(_WORD // self.bits, 1)


def _bits(steps: int) -> int:
    return 1 if steps == 1 else 1 << steps


def _cost(borders: Doubles, apart: int, low: float, high: float) -> float:
    """How many cells it takes so that borders ``apart`` places apart are never in one."""
    if len(borders) <= apart or high <= low:
        return 1.0
    gap = float((borders[apart:] - borders[:-apart]).min())
    return (high - low) / gap * (1 + 1e-9) + 1 if gap > 0 else math.inf


def _cuts(borders: Doubles, apart: int, low: float, high: float, most: float) -> list[int]:
    """The first border of every zone but the first. Neighbours are joined while cells suffice."""
    groups = np.linspace(0, len(borders), _GROUPS + 1).astype(int)
    cuts: list[int] = np.unique(groups)[1:-1].tolist()

    def edges(k: int) -> tuple[int, float]:
        inside = 0 < k <= len(cuts)
        first = cuts[k - 1] if inside else (0 if k == 0 else len(borders))
        return first, (float(borders[first]) if inside else (low if k == 0 else high))

    def cost(first: int, last: int) -> float:
        (i, start), (j, end) = edges(first), edges(last)
        return _cost(borders[i:j], apart, start, end)

    alone = [cost(k, k + 1) for k in range(len(cuts) + 1)]
    joined = [cost(k, k + 2) for k in range(len(cuts))]
    while cuts:
        more = [joined[k] - alone[k] - alone[k + 1] for k in range(len(cuts))]
        best = min(range(len(cuts)), key=more.__getitem__)
        if len(cuts) < _MOST_ZONES and sum(alone) + more[best] > most:
            break
        alone[best : best + 2] = [joined[best]]
        del cuts[best], joined[best]
        for k in (best - 1, best):
            if 0 <= k < len(cuts):
                joined[k] = cost(k, k + 2)
    return cuts


def _zones(
    borders: Doubles, apart: int, low: float, high: float, most: float
) -> Iterator[tuple[Zone, npt.NDArray[np.int64]]]:
    """The zones, and how many borders each of their cells holds."""
    cuts = _cuts(borders, apart, low, high, most)
    base = 0
    for i, j in zip([0, *cuts], [*cuts, len(borders)], strict=True):
        start = float(borders[i]) if i else low
        end = float(borders[j]) if j < len(borders) else high
        cells = min(math.ceil(min(_cost(borders[i:j], apart, start, end), most)), int(most))
        scale = cells / (end - start) if end > start else 0.0
        zone = Zone(start, scale if math.isfinite(scale) else 0.0, base)
        places = np.floor((borders[i:j] - start) * zone.scale + base).astype(np.int64) - base
        counts = np.bincount(
            places, minlength=math.floor((end - start) * zone.scale + base) + 1 - base
        )
        yield zone, counts.astype(np.int64)
        base += len(counts)


def _words(counts: npt.NDArray[np.int64], bits: int) -> npt.NDArray[np.int64]:
    """``bits`` bits for a cell, as many of them set as it has borders."""
    cells = max(_WORD // bits, 1)
    rows = np.concatenate([counts, np.zeros(-len(counts) % cells, np.int64)]).reshape(-1, cells)
    total = rows.sum(axis=1)
    before = np.cumsum(total) - total
    if bits >= _WORD:
        alone: npt.NDArray[np.int64] = before << _WORD
        return alone
    marks = ((np.int64(1) << rows) - 1) << (np.arange(cells) * bits)
    words: npt.NDArray[np.int64] = (before << _WORD) | marks.sum(axis=1)
    return words


def make_index(borders: Any, low: float, high: float) -> Index:
    """An index of ascending borders for scores in [low, high], which contains all borders."""
    borders = np.asarray(borders, dtype=np.float64)
    words = max(1024, len(borders) // 4)
    for steps in range(1, len(borders).bit_length() + 1):
        most = float(words * max(_WORD // _bits(steps), 1))
        found = list(_zones(borders, (1 << steps) - 1, low, high, most))
        counts = np.concatenate([part for _, part in found])
        if counts.max() < 1 << steps and len(counts) <= 2 * most:
            return Index([zone for zone, _ in found], _words(counts, _bits(steps)), steps)
    whole = np.array([len(borders)], dtype=np.int64)
    return Index([Zone(low, 0.0, 0)], _words(whole, _WORD), len(borders).bit_length())
