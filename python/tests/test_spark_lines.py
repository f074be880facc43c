"""Lines as Spark gets them, beside the lines themselves in more digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
from bit_rows import cells, near_ends, rows_of

from calibrant._spark_bits import make_bit_index
from calibrant._spark_lines import segments, segments_near_ends
from calibrant._spark_scores import NEAR, SCORE

OUTPUTS = ["y", "lower"]


def right(knots: Any, line: Any, scores: Any) -> Any:
    x, y, s = (np.asarray(part, dtype=np.longdouble) for part in (knots, line, scores))
    k = np.clip(np.searchsorted(knots, scores, side="right") - 1, 0, len(knots) - 2)
    inside = y[k] + (s - x[k]) / (x[k + 1] - x[k]) * (y[k + 1] - y[k])
    return np.where(s < x[0], y[0], np.where(s >= x[-1], y[-1], inside))


def computed(formula: str, numbers: Any, scores: Any, near: Any) -> Any:
    words = [f"numbers[:, {i}]" for i in range(numbers.shape[1])]
    text = formula.format(*words).replace(SCORE, "scores").replace(NEAR, "near")
    return eval(text, {"numbers": numbers, "scores": scores, "near": near})


def test_two_numbers_for_a_line_of_a_probability() -> None:
    random = np.random.default_rng(1)
    tails = 10.0 ** (-6 * random.random(500))
    knots = cells(np.concatenate([random.random(2_000), tails, 1 - tails]))
    lines = np.column_stack([1e-7 + 0.99 * knots**1.5, 1e-8 + 0.5 * knots])
    index = make_bit_index(knots)
    assert index is not None
    found = segments_near_ends(knots, lines, OUTPUTS, index)
    assert found is not None
    rows, formulas = found
    assert rows.shape == (len(index.pieces), 4)
    ends = [0.0, 0.5, np.nextafter(0.5, 0), np.nextafter(1, 0), 1.0]
    scores = np.concatenate([random.random(3_000), tails, 1 - tails, knots, ends])
    numbers, near = rows[rows_of(index.zones, scores)], near_ends(scores)
    for i, output in enumerate(OUTPUTS):
        got = computed(formulas[output], numbers, scores, near)
        expected = right(knots, lines[:, i], scores)
        assert (np.abs(got - expected) <= 1e-12 * np.minimum(expected, 1 - expected)).all()


def test_a_steep_line_of_small_values_takes_three() -> None:
    knots = np.array([0.25, 0.25 + 2.0**-12])
    index = make_bit_index(knots)
    assert index is not None
    steep, flat = np.array([[1e-6], [0.9]]), np.array([[0.5], [0.6]])
    assert segments_near_ends(knots, steep, ["y"], index) is None
    assert segments_near_ends(knots, steep[::-1], ["y"], index) is None
    assert segments_near_ends(knots, 1 - steep, ["y"], index) is None
    assert segments_near_ends(knots, flat, ["y"], index) is not None
    rows, formulas = segments(knots, steep, ["y"])
    scores = np.linspace(0.25, 0.25 + 2.0**-12, 99)[:-1]
    got = computed(formulas["y"], np.repeat(rows[1:2], 98, axis=0), scores, scores)
    np.testing.assert_allclose(got, right(knots, steep[:, 0], scores).astype(float), rtol=1e-15)


@pytest.mark.parametrize("value", [0.0, 1e-10, 1.0, 1 - 1e-10])
def test_next_to_an_end_rounding_is_the_librarys(value: float) -> None:
    knots = np.array([0.25, 0.5])
    index = make_bit_index(knots)
    assert index is not None
    lines = np.array([[value], [0.5]])
    assert segments_near_ends(knots, lines, ["y"], index) is None
    assert " / {1}" in segments(knots, lines, ["y"])[1]["y"]
