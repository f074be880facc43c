"""The index behind Spark's expressions, read as Spark reads it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
from calibrant._spark_index import Index, make_index


def borders_below(index: Index, x: float) -> int:
    """How many borders the index says lie in lower cells."""
    zone = [zone for zone in index.zones[1:] if x >= zone.low][-1:] or index.zones[:1]
    cell = math.floor((x - zone[0].low) * zone[0].scale + zone[0].base)
    word = int(index.words[cell // index.cells])
    bits = (1 << cell % index.cells * index.bits) - 1
    return (word >> 32) + (word & 0xFFFFFFFF & bits).bit_count()


def shapes() -> dict[str, Any]:
    random = np.random.default_rng(1)
    even = np.linspace(0.01, 0.99, 500)
    return {
        "one": [0.5],
        "two": [0.5, math.nextafter(0.5, 1)],
        "even": even,
        "uniform": random.random(3000),
        "towards zero": 10.0 ** (-12 * random.random(3000)),
        "towards both": 1 / (1 + np.exp(8 * random.normal(size=3000))),
        "cluster": np.concatenate([even, 0.3 + 1e-13 * random.random(500)]),
        "subnormal": [0.0, 5e-324, 1e-323, 1.0],
    }


@pytest.mark.parametrize("name", shapes())
def test_few_steps_are_left(name: str) -> None:
    borders = np.unique(np.asarray(shapes()[name], dtype=np.float64))
    index = make_index(borders, 0.0, 1.0)
    near = np.concatenate([borders, np.nextafter(borders, 0), np.nextafter(borders, 1)])
    scores = np.concatenate([near, np.random.default_rng(2).random(500), [0.0, -0.0, 1.0]])
    for x in scores.tolist():
        left = int(np.searchsorted(borders, x, side="right")) - borders_below(index, x)
        assert 0 <= left < 2**index.steps
    assert len(index.zones) <= 16


@pytest.mark.parametrize(
    ("name", "steps"), [("even", 1), ("uniform", 2), ("towards zero", 2), ("towards both", 2)]
)
def test_usual_borders_take_one_comparison_or_two(name: str, steps: int) -> None:
    index = make_index(np.unique(shapes()[name]), 0.0, 1.0)
    assert index.steps <= steps
    assert len(index.words) <= 2048
