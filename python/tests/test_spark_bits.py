"""The index of borders that have few bits, read as Spark reads it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
from bit_rows import cells, rows_of

from calibrant._spark_bits import make_bit_index


def shapes() -> dict[str, Any]:
    random = np.random.default_rng(1)
    dense = cells(0.01 + 0.98 * random.random(100_000))
    return {
        "uniform": cells(random.random(100_000)),
        "few": cells(random.random(20)),
        "towards zero": cells(10.0 ** (-9 * random.random(5_000))),
        "towards both": cells(1 / (1 + np.exp(4 * random.normal(size=5_000)))),
        "with both ends": np.concatenate([[0.0], cells(random.random(99)), [1.0]]),
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
    np.testing.assert_array_equal(index.pieces[rows_of(index.zones, scores)], expected)
    assert len(index.zones) <= 32


def test_other_borders_have_no_such_index() -> None:
    random = np.random.default_rng(3)
    for borders in ([], [-0.5, 0.5], [0.5, 1.5], [1e-300, 0.5], np.sort(random.random(50))):
        assert make_bit_index(np.asarray(borders, dtype=np.float64)) is None
