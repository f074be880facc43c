"""The columns that the library writes for Spark, run by Spark beside the curve itself."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant import _core

pytest.importorskip("pyspark")

pytestmark = pytest.mark.filterwarnings("ignore")

from pyspark.sql import SparkSession  # noqa: E402

LARGEST = float(np.finfo(np.float64).max)


def cells(scores: Any) -> Any:
    return np.unique(_core.cells(np.ascontiguousarray(scores), "probability"))


def shapes() -> dict[str, Any]:
    random = np.random.default_rng(1)
    even = np.linspace(0.01, 0.99, 500)
    dense = cells(0.01 + 0.98 * random.random(20_000))
    few_bits = {
        "uniform": cells(random.random(20_000)),
        "few": cells(random.random(20)),
        "towards zero": cells(10.0 ** (-9 * random.random(2_000))),
        "towards both": cells(1 / (1 + np.exp(4 * random.normal(size=2_000)))),
        "with both ends": np.concatenate([[0.0], cells(random.random(99)), [1.0]]),
        "between cells": (dense[1:] + dense[:-1]) / 2,
    }
    many_bits = {
        "two": np.array([0.5, math.nextafter(0.5, 1)]),
        "any": np.sort(random.random(2_000)),
        "any towards both": np.unique(1 / (1 + np.exp(8 * random.normal(size=2_000)))),
        "cluster": np.unique(np.concatenate([even, 0.3 + 1e-13 * random.random(300)])),
        "subnormal": np.array([0.0, 5e-324, 1e-323, 1.0]),
    }
    return few_bits | many_bits


def applied(spark: SparkSession, curve: Any, scores: Any, **options: Any) -> Any:
    text = curve.export("spark", interval=curve.level is not None, **options)
    frame = spark.createDataFrame([(float(score),) for score in scores], "score double")
    frame.createOrReplaceTempView("scores")
    names = ["calibrated"]
    if curve.level is not None:
        names += ["calibrated_lower", "calibrated_upper"]
    rows = spark.sql(f"SELECT {', '.join(names)} FROM (SELECT *, {text} FROM scores)").collect()
    return np.array([tuple(row) for row in rows], dtype=np.float64).T


def probes(borders: Any) -> Any:
    random = np.random.default_rng(2)
    tails = 10.0 ** (-20 * random.random(500))
    ends = [0.0, 5e-324, 0.5, math.nextafter(0.5, 0), math.nextafter(1, 0), 1.0]
    near = [borders, np.nextafter(borders, 0), np.nextafter(borders, 1)]
    return np.concatenate([*near, random.random(500), tails, 1 - tails, ends])


@pytest.mark.parametrize("name", shapes())
def test_every_score_finds_its_piece(spark: SparkSession, name: str) -> None:
    """Steps to the bit; lines that reach 0 and 1 stay inside."""
    places = shapes()[name]
    rank = np.arange(len(places), dtype=np.float64)
    counts = places, len(places) - 1 - rank, rank
    scores = probes(places)
    steps = calibrant.fit_counts(*counts, method="isotonic")
    assert len(steps.shape["borders"]) >= len(places) - 1
    np.testing.assert_array_equal(applied(spark, steps, scores)[0], steps(scores))
    lines = calibrant.fit_counts(*counts, method="isotonic", interpolate=True)
    assert lines.kind == "segments"
    found = applied(spark, lines, scores)[0]
    np.testing.assert_allclose(found, lines(scores), rtol=0, atol=1e-15)
    assert found.min() >= 0
    assert found.max() <= 1


def test_lines_with_bounds(spark: SparkSession) -> None:
    random = np.random.default_rng(3)
    tails = 10.0 ** (-6 * random.random(300))
    places = cells(np.concatenate([random.random(1_000), tails, 1 - tails]))
    positives = random.random(len(places)) < places
    curve = calibrant.fit_counts(places, 1.0 - positives, positives, method="abb", level=0.8)
    scores = probes(places)
    text = curve.export("spark", interval=True)
    assert "__calibrant_near" in text
    assert "__calibrant_before" not in text
    right = [curve(scores), *curve.interval(scores)]
    for found, expected in zip(applied(spark, curve, scores), right, strict=True):
        room = 1e-12 * np.minimum(expected, 1 - expected)
        assert (np.abs(found - expected) <= room).all()


@pytest.mark.parametrize("method", ["platt-logit", "beta"])
@pytest.mark.parametrize("power", [0.3, 1.0, 2.0, 6.0])
def test_sigmoids(spark: SparkSession, method: str, power: float) -> None:
    """Cubics, and what is written out for steep ones and next to the ends."""
    scores = np.linspace(0.001, 0.999, 999)
    odds = (scores / (1 - scores)) ** power
    curve = calibrant.fit_counts(scores, 1e6 / (1 + odds), 1e6 * odds / (1 + odds), method=method)
    random = np.random.default_rng(4)
    tails = 2.0 ** (-40 * random.random(3_000))
    some = np.concatenate([random.random(3_000), tails, 1 - tails, [0, 1, 2.0**-14, 0.5]])
    right = curve(some)
    found = applied(spark, curve, some)[0]
    assert (np.abs(found - right) <= 2e-11 * right).all()
    assert ("__calibrant_table" in curve.export("spark")) == (power < 3)


def test_what_is_no_score_is_null(spark: SparkSession) -> None:
    curve = calibrant.fit_counts([0.25, 0.5], [3, 1], [1, 3], method="isotonic")
    scores = [math.nan, math.inf, -math.inf, -5e-324, math.nextafter(1, 2), 0.5]
    found = applied(spark, curve, scores)[0]
    np.testing.assert_array_equal(np.isnan(found), [True] * 5 + [False])
    wide = applied(spark, curve, [-LARGEST, LARGEST, *scores], cells="margin")[0]
    assert wide.tolist()[:2] == [curve(-LARGEST), curve(LARGEST)]
    np.testing.assert_array_equal(np.isnan(wide[2:]), [True] * 3 + [False] * 3)


def test_groups(spark: SparkSession) -> None:
    from calibrant.spark import CalibratorModel

    random = np.random.default_rng(2)
    scores, names = random.random(3000), np.array(["o'slo", "a\\b", "rome\n"])[np.arange(3000) % 3]
    labels = random.random(3000) < scores * np.array([0.5, 1, 0.8])[np.arange(3000) % 3]
    model = calibrant.fit(scores, labels, groups=names, level=0.9)
    sites = [*names[:300].tolist(), "elsewhere", None]
    few = [*scores[:300].tolist(), 0.3, 0.3]
    frame = spark.createDataFrame(list(zip(few, sites, strict=True)), "score double, group string")
    stage = CalibratorModel()._set(scoreCol="score", model=model.to_json())
    found = [row["calibrated"] for row in stage.transform(frame).collect()]
    np.testing.assert_allclose(found, model(few, sites), rtol=1e-10)
    with pytest.raises(ValueError, match="model: needs a column 'group' of its groups"):
        stage.transform(frame.drop("group"))
