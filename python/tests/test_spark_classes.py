"""A curve for each class in Spark: vectors and arrays, against the same fit on one machine."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import calibrant
from calibrant import _core

pytest.importorskip("pyspark")

pytestmark = pytest.mark.filterwarnings("ignore")

from pyspark.ml.linalg import DenseVector, Vectors  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402

from calibrant.spark import Calibrator  # noqa: E402

ROWS, CLASSES = 3_000, 4
SCHEMA = "probability array<double>, label int, weight double"


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any, Any]:
    random = np.random.default_rng(1)
    scores = random.dirichlet(np.full(CLASSES, 0.5), ROWS)
    sure = scores**0.5
    chances = np.cumsum(sure / sure.sum(axis=1, keepdims=True), axis=1)
    labels = (random.random((ROWS, 1)) > chances[:, :-1]).sum(axis=1)
    return scores, labels, random.integers(0, 9, ROWS) / 4


@pytest.fixture(scope="module")
def frame(spark: SparkSession, rows: tuple[Any, Any, Any]) -> DataFrame:
    columns = (column.tolist() for column in rows)
    return spark.createDataFrame(list(zip(*columns, strict=True)), SCHEMA).repartition(3).cache()


def expected(
    rows: tuple[Any, Any, Any], method: str, weighted: bool = False, **options: Any
) -> Any:
    """What one machine fits to the same cells."""
    seen = _core.observe_multiclass(
        rows[0], rows[1].astype(np.uint32), rows[2] if weighted else None
    )
    cells = [_core.gather(one, "probability") for one in seen]
    return _core.fit_multiclass(cells, [str(k) for k in range(CLASSES)], method, options)


@pytest.mark.parametrize(
    ("method", "weight"), [("abb", None), ("one-vs-rest", None), ("isotonic", "weight")]
)
def test_equals_a_single_machine(
    frame: DataFrame, rows: Any, method: str, weight: str | None
) -> None:
    options = {} if weight is None else {"weightCol": weight}
    model = Calibrator(probabilityCol="probability", method=method, **options).fit(frame)
    right = expected(rows, method, weight is not None)
    assert model.classes.to_json() == right.to_json()
    found = model.transform(frame)
    assert found.columns == ["probability", "label", "weight", "calibrated"]
    got = found.select("probability", "calibrated").collect()
    scores = np.array([row["probability"] for row in got])
    shares = np.array([row["calibrated"] for row in got])
    room = 0 if method == "isotonic" else 1e-12  # lines are products in Spark
    np.testing.assert_allclose(shares, right(scores), rtol=room, atol=0)
    arrow = model.copy({model.engine: "arrow"}).transform(frame)
    np.testing.assert_array_equal(
        np.array([row["calibrated"] for row in arrow.collect()]), right(scores)
    )


def test_vectors_in_vectors_out(spark: SparkSession, frame: DataFrame, rows: Any) -> None:
    vectors = spark.createDataFrame(
        [(Vectors.dense(s), int(y)) for s, y in zip(*rows[:2], strict=True)],
        ["probability", "label"],
    )
    model = Calibrator(probabilityCol="probability", method="isotonic").fit(vectors)
    right = expected(rows, "isotonic")
    assert model.classes.to_json() == right.to_json()
    first = model.transform(vectors).first()
    assert isinstance(first["calibrated"], DenseVector)
    values = np.array([first["probability"].toArray()])
    np.testing.assert_array_equal(first["calibrated"].toArray(), right(values)[0])


def test_invalid_rows(spark: SparkSession, frame: DataFrame, rows: Any) -> None:
    good = [0.25] * CLASSES
    bad = spark.createDataFrame(
        [
            (None, 1, 1.0),
            ([0.5, 0.5], 1, 1.0),
            ([0.1, math.nan, 0.2, 0.3], 1, 1.0),
            ([0.1, 1.2, 0.2, 0.3], 1, 1.0),
            ([0.1, None, 0.2, 0.3], 1, 1.0),
            (good, CLASSES, 1.0),
            (good, None, 1.0),
            (good, 1, -1.0),
        ],
        SCHEMA,
    )
    mixed = frame.union(bad)
    calibrator = Calibrator(probabilityCol="probability", weightCol="weight", method="isotonic")
    with pytest.raises(calibrant.InputError, match=r"^8 rows cannot be used"):
        calibrator.fit(mixed)
    right = expected(rows, "isotonic", weighted=True).to_json()
    for handling, count in (("skip", 3), ("keep", 8)):
        model = calibrator.copy({calibrator.handleInvalid: handling}).fit(mixed)
        assert model.classes.to_json() == right
        assert model.invalidRows(bad) == 5
        for engine in ("native", "arrow"):
            found = model.copy({model.engine: engine}).transform(bad).collect()
            assert len(found) == count
            assert sum(row["calibrated"] is None for row in found) == count - 3
    strict = calibrator.fit(frame)
    with pytest.raises(calibrant.InputError, match=r"^5 rows cannot be used: a score is missing"):
        strict.checked(bad)
    wrong = bad.filter("probability[1] = 1.2D")
    with pytest.raises(calibrant.InputError, match=r", such as \[0.1, 1.2, 0.2, 0.3\] "):
        strict.checked(wrong)
    with pytest.raises(Exception, match="calibrant: a score is missing, no number, or out of"):
        strict.transform(wrong).collect()


def test_two_classes_in_arrays_are_one_curve(spark: SparkSession) -> None:
    table = [([0.75, 0.25], 0), ([0.25, 0.75], 1)]
    frame = spark.createDataFrame(table, "probability array<double>, label int")
    model = Calibrator(probabilityCol="probability", method="isotonic").fit(frame)
    assert [row["calibrated"] for row in model.transform(frame).collect()] == [0.0, 1.0]


def test_one_vs_rest_takes_any_curve(frame: DataFrame, rows: Any) -> None:
    options = '{"curve": "histogram", "n_bins": 5}'
    model = Calibrator(probabilityCol="probability", method="one-vs-rest", options=options).fit(
        frame
    )
    right = expected(rows, "one-vs-rest", curve="histogram", n_bins=5)
    assert model.classes.to_json() == right.to_json()
    assert right.method == "histogram"


def test_levels_are_refused(frame: DataFrame) -> None:
    with pytest.raises(calibrant.OptionError, match="level: does not go with several classes"):
        Calibrator(probabilityCol="probability", level=0.9).fit(frame)
