"""Several classes together in Spark: the model of the rows on one machine, to the bit."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibrant

pytest.importorskip("pyspark")

pytestmark = pytest.mark.filterwarnings("ignore")

from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.ml.linalg import DenseVector, Vectors  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402, N812

from calibrant.spark import Calibrator  # noqa: E402

ROWS, CLASSES = 3_000, 4
SCHEMA = "probability array<double>, label int, weight double"
COLUMNS = [f"p_{k}" for k in range(CLASSES)]
JOINT = [one["name"] for one in calibrant.methods() if one["joint"]]


def draw(rows: int) -> tuple[Any, Any, Any]:
    """Logits that are twice too sure, labels and weights."""
    random = np.random.default_rng(1)
    truth = random.normal(size=(rows, CLASSES))
    chances = np.exp(truth) / np.exp(truth).sum(axis=1, keepdims=True)
    labels = (chances.cumsum(axis=1)[:, :-1] < random.random((rows, 1))).sum(axis=1)
    return 2 * truth, labels, random.integers(0, 9, rows) / 4


def probabilities(logits: Any) -> Any:
    return np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)


def frame_of(spark: SparkSession, rows: tuple[Any, Any, Any]) -> DataFrame:
    columns = (column.tolist() for column in rows)
    return spark.createDataFrame(list(zip(*columns, strict=True)), SCHEMA).repartition(3)


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any, Any]:
    logits, labels, weights = draw(ROWS)
    return probabilities(logits), labels, weights


@pytest.fixture(scope="module")
def frame(spark: SparkSession, rows: tuple[Any, Any, Any]) -> DataFrame:
    return frame_of(spark, rows).cache()


def outputs(frame: DataFrame, name: str = "probability") -> tuple[Any, Any]:
    """What came in and what came out, row by row."""
    found = frame.select(name, "calibrated").collect()
    return np.array([row[0] for row in found]), np.array([row[1] for row in found])


def assert_same(found: Any, expected: Any) -> None:
    """Columns of Spark's SQL round in another way than the library."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def fitted(frame: DataFrame, **options: Any) -> Any:
    return Calibrator(probabilityCol="probability", **options).fit(frame)


def test_the_methods_are_those_of_the_table() -> None:
    assert JOINT == ["auto", "temperature", "vector", "matrix"]


@pytest.mark.parametrize("method", JOINT)
@pytest.mark.parametrize("weighted", [False, True])
def test_equals_the_fit_to_the_rows(
    frame: DataFrame, rows: Any, method: str, weighted: bool
) -> None:
    options = {"weightCol": "weight"} if weighted else {}
    model = fitted(frame, method=method, **options)
    right = calibrant.fit(*rows[: 2 + weighted], method=method)
    assert model.classes.to_json() == right.to_json()
    found = model.transform(frame)
    assert found.columns == ["probability", "label", "weight", "calibrated"]
    scores, shares = outputs(found)
    assert_same(shares, right(scores))


@pytest.mark.parametrize("method", JOINT)
@pytest.mark.parametrize("logits", [False, True])
def test_columns_and_batches_agree(spark: SparkSession, method: str, logits: bool) -> None:
    """Whatever the other columns are called."""
    given, labels, weights = draw(400)
    scores = given if logits else probabilities(given)
    scores[0] = [300, -300, 0, 0] if logits else [1, 0, 0, 0]
    names = ["a b", "{rows}", "dot.ted", "tick`", "_1"]
    extra = [F.lit(k).alias(name) for k, name in enumerate(names)]
    frame = frame_of(spark, (scores, labels, weights)).select("*", *extra)
    cells = "margin" if logits else "probability"
    model = fitted(frame, method=method, cells=cells, handleInvalid="keep")
    right = model.classes(scores)
    order = {tuple(row): k for k, row in enumerate(scores.tolist())}
    void = frame.withColumn("probability", F.lit(None).cast("array<double>")).limit(1)
    for engine in ("native", "arrow"):
        found = model.copy({model.engine: engine}).transform(frame.union(void))
        assert found.columns == [*frame.columns, "calibrated"]
        rows = found.collect()
        assert [row["calibrated"] for row in rows if row["probability"] is None] == [None]
        known = [row for row in rows if row["probability"] is not None]
        places = [order[tuple(row["probability"])] for row in known]
        assert_same(np.array([row["calibrated"] for row in known]), right[places])
        assert all(row["{rows}"] == 1 and row["dot.ted"] == 2 for row in rows)
        # Batches need Python on the executors, columns do not.
        plan = found._jdf.queryExecution().toString()
        if engine == "arrow" or method == "auto":
            assert "ArrowEvalPython" in plan
        elif method == "temperature" and logits:  # others are near the border, or beyond
            assert "ArrowEvalPython" not in plan
    # Names that the query could not tell from its own.
    twice = frame.select("*", F.lit(1).alias("A B"))
    for odd in (frame.withColumn("calibrant_1", F.lit(1)), twice):
        given, shares = outputs(model.transform(odd))
        assert_same(shares, model.classes(given))


@pytest.mark.parametrize(("classes", "by_batches"), [(3, False), (12, True), (40, True)])
def test_many_classes_go_in_batches(spark: SparkSession, classes: int, by_batches: bool) -> None:
    scores = np.random.default_rng(5).dirichlet(np.ones(classes), 300)
    frame = frame_of(spark, (scores, np.arange(300) % classes, np.ones(300)))
    model = fitted(frame, method="temperature")
    found = model.transform(frame)
    assert ("ArrowEvalPython" in found._jdf.queryExecution().toString()) == by_batches
    given, shares = outputs(found)
    assert_same(shares, model.classes(given))


def test_options_and_logits(spark: SparkSession) -> None:
    rows = draw(500)
    frame = frame_of(spark, rows)
    model = fitted(frame, cells="margin", options='{"keep_top": true, "input": "logits"}')
    right = calibrant.fit(*rows[:2], keep_top=True, input="logits")
    assert model.classes.to_json() == right.to_json()
    scores, shares = outputs(model.transform(frame))
    assert_same(shares, right(scores))
    with pytest.raises(calibrant.InputError, match=r"^\d+ rows cannot be used: a score, label"):
        fitted(frame)  # logits are no probabilities


def test_vectors_in_vectors_out(spark: SparkSession, rows: Any) -> None:
    table = [(Vectors.dense(s), float(y)) for s, y in zip(*rows[:2], strict=True)]
    vectors = spark.createDataFrame(table, ["probability", "label"])
    model = fitted(vectors)
    right = calibrant.fit(*rows[:2])
    assert model.classes.to_json() == right.to_json()
    found = model.transform(vectors).select("probability", "calibrated").collect()
    assert all(isinstance(row["calibrated"], DenseVector) for row in found)
    scores, shares = (np.array([row[k].toArray() for row in found]) for k in (0, 1))
    assert_same(shares, right(scores))


def test_several_columns(frame: DataFrame, rows: Any) -> None:
    one_each = [F.col("probability")[k].alias(name) for k, name in enumerate(COLUMNS)]
    wide = frame.select(*one_each, "label")
    model = Calibrator(scoreCols=COLUMNS).fit(wide)
    right = calibrant.fit(*rows[:2])
    assert model.classes.to_json() == right.to_json()
    found = model.transform(wide.withColumn("probability", F.array(*COLUMNS)))
    scores, shares = outputs(found)
    assert_same(shares, right(scores))
    curves = Calibrator(scoreCols=COLUMNS, method="isotonic").fit(wide)
    assert curves.classes.to_json() == fitted(frame, method="isotonic").classes.to_json()
    two = Calibrator(scoreCols=COLUMNS[:2], method="isotonic", handleInvalid="skip").fit(wide)
    second = Calibrator(scoreCol=COLUMNS[1], method="isotonic", handleInvalid="skip").fit(wide)
    assert two.curve.to_json() == second.curve.to_json()


@pytest.mark.parametrize("method", ["vector", "one-vs-rest"])
def test_two_classes_to_a_method_of_several(spark: SparkSession, method: str) -> None:
    p = np.random.default_rng(2).random(400)
    scores, labels = np.column_stack([1 - p, p]), (np.arange(400) % 10 < 10 * p**2).astype(int)
    frame = frame_of(spark, (scores, labels, np.ones(400)))
    model = fitted(
        frame, method=method, options='{"curve": "isotonic"}' if method != "vector" else "{}"
    )
    assert model.classes.names == ["0", "1"]
    assert model.classes.joint == (method == "vector")
    if method == "vector":
        assert model.classes.to_json() == calibrant.fit(scores, labels, method=method).to_json()
    given, shares = outputs(model.transform(frame))
    assert_same(shares, model.classes(given))
    half = spark.createDataFrame([([math.nan, 0.5], 1, 1.0)], SCHEMA)
    assert model.invalidRows(half) == 1


def test_a_sample_depends_on_the_rows_alone(spark: SparkSession) -> None:
    logits, labels, weights = draw(20_000)
    rows = probabilities(logits), labels, weights
    frame = frame_of(spark, rows).cache()
    shuffled = frame.orderBy(F.rand(1)).repartition(7)
    fits = []
    for one, seed in ((frame, 0), (shuffled, 0), (frame, 1)):
        words = r"^fitted to a sample of \d+ of 20000 rows \(mostRows sets how many\)$"
        with pytest.warns(calibrant.CalibrationWarning, match=words) as caught:
            fits.append(fitted(one, mostRows=4_000, seed=seed).classes)
        # At the line of the user, not at one of Spark.
        assert {warning.filename for warning in caught} == {__file__}
    assert fits[0].to_json() == fits[1].to_json() != fits[2].to_json()
    assert 3_770 < fits[0].weight < 4_230  # four standard deviations
    whole = calibrant.fit(*rows[:2])
    assert np.abs(whole(rows[0]) - fits[0](rows[0])).mean() < 0.02
    weighed = fitted(frame, mostRows=4_000, weightCol="weight").classes.weight
    assert weighed == pytest.approx(weights.sum() / 5, rel=0.1)


def test_a_sample_has_its_share_of_equal_rows(spark: SparkSession) -> None:
    """A decision tree has few leaves: their rows are neither all taken nor all left."""
    random = np.random.default_rng(3)
    leaves = random.dirichlet(np.ones(CLASSES), 5)
    leaf = random.integers(0, 5, 20_000)
    labels = (leaves.cumsum(axis=1)[leaf, :-1] < random.random((20_000, 1))).sum(axis=1)
    model = fitted(
        frame_of(spark, (leaves[leaf], labels, np.ones(20_000))), method="matrix", mostRows=2_000
    ).classes
    assert abs(model.weight - 2_000) <= 20  # 20 kinds of rows, each rounded up or down
    shares = np.bincount(labels) / 20_000
    np.testing.assert_allclose(model.frequencies, shares, atol=5 / 2_000)


def test_as_many_rows_as_allowed_are_no_sample(frame: DataFrame, rows: Any) -> None:
    right = calibrant.fit(*rows[:2], method="vector")
    assert fitted(frame, method="vector", mostRows=ROWS).classes.to_json() == right.to_json()


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
            (good, 1, math.inf),
            (good, 1, None),
        ],
        SCHEMA,
    )
    mixed = frame.union(bad)
    with pytest.raises(calibrant.InputError, match=r"^10 rows cannot be used: a score, label or"):
        fitted(mixed, method="vector", weightCol="weight")
    with pytest.raises(calibrant.InputError, match=r"^7 rows cannot be used"):
        fitted(mixed, method="vector")
    right = calibrant.fit(*rows, method="vector").to_json()
    for handling, count in (("skip", 5), ("keep", 10)):
        model = fitted(mixed, method="vector", weightCol="weight", handleInvalid=handling)
        assert model.classes.to_json() == right
        assert model.invalidRows(bad) == 5
        found = model.transform(bad).collect()
        assert len(found) == count
        assert sum(row["calibrated"] is None for row in found) == count - 5
    strict = fitted(frame, method="vector")
    with pytest.raises(calibrant.InputError, match=r"^5 rows cannot be used: a score is missing"):
        strict.checked(bad)
    with pytest.raises(Exception, match="calibrant: a score is missing, no number, or out of"):
        strict.transform(bad.filter("probability[1] = 1.2D")).collect()
    with pytest.raises(calibrant.InputError, match=r"^scores: is empty"):
        fitted(
            bad.filter("probability IS NULL"), method="vector", handleInvalid="skip"
        ) if False else fitted(bad.filter("label = 4"), method="vector", handleInvalid="skip")


def test_a_class_without_rows_is_a_warning(frame: DataFrame) -> None:
    """Folds of a cross validation need not have rows of every class."""
    with pytest.warns(calibrant.CalibrationWarning, match=r"class 3 has|3 0|fewer than 10 rows"):
        model = fitted(frame.filter("label <> 3")).classes
    assert model.frequencies[3] == 0


def test_wrong_options(frame: DataFrame, rows: Any) -> None:
    unread = frame.filter("raise_error('rows were read') IS NULL")
    wrong = [
        ("auto", {"monotone": True}),
        ("auto", {"lamda": 3}),
        ("temperature", {"cells": "margin"}),
        ("vector", {"input": "x"}),
        ("matrix", {"keep_top": True}),
        ("isotonic", {"curve": "platt"}),
        ("one-vs-rest", {"curve": "vector"}),
        ("acp", {}),
        ("dirichlet", {}),
    ]
    one_each = {name: F.col("probability")[k] for k, name in enumerate(COLUMNS)}
    unread = unread.withColumns(one_each)
    for method, options in wrong:
        with pytest.raises(calibrant.OptionError) as right:
            calibrant.fit(*rows[:2], method=method, **options)
        with pytest.raises(calibrant.OptionError) as error:
            Calibrator(scoreCols=COLUMNS, method=method, options=json.dumps(options)).fit(unread)
        assert str(error.value) == str(right.value)
    with pytest.raises(calibrant.OptionError, match=r"^mostRows: 0 is not positive$"):
        Calibrator(scoreCols=COLUMNS, mostRows=0).fit(unread)
    with pytest.raises(calibrant.OptionError, match=r"^scoreCols: two columns or more were"):
        Calibrator(scoreCols=COLUMNS[:1]).fit(unread)
    with pytest.raises(calibrant.OptionError, match=r"^scoreCol: give it or .*, one of the three$"):
        Calibrator(scoreCols=COLUMNS, probabilityCol="probability").fit(unread)
    with pytest.raises(calibrant.OptionError, match=r"^level: does not go with several classes$"):
        Calibrator(scoreCols=COLUMNS, level=0.9).fit(unread)


def test_pipeline_through_disk(frame: DataFrame, rows: Any, tmp_path: Path) -> None:
    calibrator = Calibrator(probabilityCol="probability", mostRows=5_000, seed=7)
    model = Pipeline(stages=[calibrator]).fit(frame)
    model.write().overwrite().save(str(tmp_path / "pipeline"))
    again = PipelineModel.load(str(tmp_path / "pipeline"))
    (stage,) = again.stages
    assert stage.classes.to_json() == calibrant.fit(*rows[:2]).to_json()
    assert (stage.getOrDefault("mostRows"), stage.getOrDefault("seed")) == (5_000, 7)
    scores, shares = outputs(again.transform(frame))
    assert_same(shares, stage.classes(scores))
    unfitted = Calibrator(scoreCols=COLUMNS, mostRows=9)
    unfitted.save(str(tmp_path / "calibrator"))
    loaded = Calibrator.load(str(tmp_path / "calibrator"))
    assert loaded.getOrDefault("scoreCols") == COLUMNS
    assert loaded.getOrDefault("mostRows") == 9
