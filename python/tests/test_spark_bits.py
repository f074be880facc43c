"""The index of borders that have few bits, read as Spark reads it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
from calibrant._spark_bits import BitIndex, make_bit_index


def pieces(index: BitIndex, scores: Any) -> Any:
    whole = np.floor(scores * 2.0**52).astype(np.int64)
    zone = np.searchsorted([zone.first for zone in index.zones], whole, side="right") - 1
    shift, mask, base = (
        np.array([getattr(zone, name) for zone in index.zones])[zone]
        for name in ("shift", "mask", "base")
    )
    return index.pieces[((whole >> shift) & mask) | base]


def rounded(scores: Any) -> Any:
    """The cells' rule (docs/math/cells.md)."""
    near = np.minimum(scores, 1 - scores)
    split = near * (2.0**44 + 1)
    cells = split - (split - near)
    return np.unique(np.where(scores < 0.5, cells, 1 - cells))


def shapes() -> dict[str, Any]:
    random = np.random.default_rng(1)
    dense = rounded(0.01 + 0.98 * random.random(100_000))
    return {
        "uniform": rounded(random.random(100_000)),
        "few": rounded(random.random(20)),
        "towards zero": rounded(10.0 ** (-9 * random.random(5_000))),
        "towards both": rounded(1 / (1 + np.exp(4 * random.normal(size=5_000)))),
        "with both ends": np.concatenate([[0.0], rounded(random.random(99)), [1.0]]),
        "between cells": (dense[1:] + dense[:-1]) / 2,
        "one": np.array([0.5]),
        "an end": np.array([0.0]),
    }


@pytest.mark.parametrize("name", shapes())
def test_every_score_finds_its_piece(name: str) -> None:
    borders = shapes()[name]
    index = make_bit_index(borders)
    assert index is not None
    random = np.random.default_rng(2)
    some, tails = random.random(2_000), 10.0 ** (-20 * random.random(2_000))
    near = [borders, np.nextafter(borders, 0), np.nextafter(borders, 1)]
    ends = [[0.0, 5e-324, 0.5, math.nextafter(0.5, 0), math.nextafter(1, 0), 1.0]]
    scores = np.concatenate([*near, some, tails, 1 - tails, *ends])
    expected = np.searchsorted(borders, scores, side="right")
    np.testing.assert_array_equal(pieces(index, scores), expected)
    assert len(index.zones) <= 32


def test_other_borders_have_no_such_index() -> None:
    random = np.random.default_rng(3)
    for borders in ([], [-0.5, 0.5], [0.5, 1.5], [1e-300, 0.5], np.sort(random.random(50))):
        assert make_bit_index(np.asarray(borders, dtype=np.float64)) is None
