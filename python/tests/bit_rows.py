"""Cells of probabilities, and the rows that Spark finds for them, by NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from calibrant._spark_bits import BitZone


def cells(scores: Any) -> Any:
    """The cells' rule (docs/math/cells.md): eight bits towards both ends."""
    near = np.minimum(scores, 1 - scores)
    split = near * (2.0**44 + 1)
    rounded = split - (split - near)
    return np.unique(np.where(scores < 0.5, rounded, 1 - rounded))


def whole_numbers(scores: Any) -> Any:
    return np.floor(scores * 2.0**52).astype(np.int64)


def rows_of(zones: Sequence[BitZone], scores: Any) -> Any:
    """The row of each score."""
    whole = whole_numbers(scores)
    zone = np.searchsorted([zone.first for zone in zones], whole, side="right") - 1
    shift, mask, base = (
        np.array([getattr(zone, name) for zone in zones])[zone]
        for name in ("shift", "mask", "base")
    )
    return ((whole >> shift) & mask) | base


def near_ends(scores: Any) -> Any:
    """The distance from the nearer end, negative from 1."""
    return scores - (whole_numbers(scores) >> 51)
