"""The polynomials that stand for a sigmoid in Spark, read as Spark reads them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
from bit_rows import near_ends, rows_of, whole_numbers

from calibrant._spark_sigmoid import Polynomials, make_polynomials, sigmoid


def values(table: Polynomials, scores: Any) -> Any:
    whole = whole_numbers(scores)
    assert ((whole >= table.first) & (whole < table.end)).all()
    coefficients = table.rows[rows_of(table.zones, scores)].T
    near = near_ends(scores)
    if table.of_middle:
        middle, *coefficients = coefficients
        near = scores - middle
    found = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        found = coefficient + near * found
    return found


@pytest.mark.parametrize("slope", [0.1, 0.5, 1.25, 10.0])
@pytest.mark.parametrize("intercept", [-6.0, 0.0, 2.0])
def test_relative_error(slope: float, intercept: float) -> None:
    shapes: list[dict[str, Any]] = [
        {"input": "logit", "slope": slope, "intercept": intercept},
        {"input": "logs", "slope": slope, "intercept": intercept, "slope_complement": 0.7},
    ]
    random = np.random.default_rng(1)
    tails = 2.0 ** (-14 * random.random(3_000))
    ends = [2.0**-14, 0.125, 0.5, 0.875, np.nextafter(0.125, 0), np.nextafter(1 - 2.0**-14, 0)]
    scores = np.concatenate([random.random(3_000), tails, 1 - tails, ends])
    scores = scores[(scores >= 2.0**-14) & (scores < 1 - 2.0**-14)]
    for shape in shapes:
        table = make_polynomials(shape)
        assert table is not None
        right = sigmoid(shape)(scores)
        assert (np.abs(values(table, scores) - right) <= 2e-11 * right).all()


def test_too_steep_or_another_input_has_no_table() -> None:
    assert make_polynomials({"input": "logit", "slope": 400.0, "intercept": 0.0}) is None
    assert make_polynomials({"input": "score", "slope": 1.0, "intercept": 0.0}) is None
